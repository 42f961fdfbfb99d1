export const errorFaults = {};
