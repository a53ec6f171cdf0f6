/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '34d6a72357a96d4bdb91e3b50f215548b3599ad2bfc2b6f6db1d319c38aa76e5'
