/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '81a4b0545cc7c793181aa028cd9c38d1cac9b458ba3ecf5776794d0b4b36ca6b'
