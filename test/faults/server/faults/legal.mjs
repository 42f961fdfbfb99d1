export const legalVariants = {};
