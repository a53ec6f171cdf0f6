/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '74cc534ab2f95d3245f88d6afb5e9fc1014c5fabeee5e85d4cc23203fc4441e3'
