export const resourceFaults = {};
