/** The bearer token that a server with `auth` accepts. */
export const FAULT_TOKEN: string;
export const DROP: unique symbol;
