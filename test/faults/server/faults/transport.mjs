export const transportFaults = {};
