export const securityFaults = {};
