export const toolFaults = {};
