export const schemaFaults = {};
