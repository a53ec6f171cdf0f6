/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ad5333122e09b65b40f7ea9755e51c8f50b4a3e891e4206d234548225f25423c'
