/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '905644b95211287f215ed2b6197f4eeba5bf58b2646901e2277ebbf42405a902'
