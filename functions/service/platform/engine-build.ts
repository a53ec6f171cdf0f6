/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'faf671137d0e251ab1254ead45d554adfa5980ce62767a3434e677b39d7e18e7'
