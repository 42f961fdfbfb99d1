export const lifecycleFaults = {};
