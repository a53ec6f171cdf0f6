/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '44e115d3c32f73f5f6c60871994a927a3b2c7a7e5e69c59c12096742771ebc2f'
