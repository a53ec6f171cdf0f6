export const descriptions = {}
