export const promptFaults = {};
