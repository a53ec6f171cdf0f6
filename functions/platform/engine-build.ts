/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '421495d97ef1729ce43883bdc695ea754af075a388c4e39fbf4c22676fef4efa'
