/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '363514b3d119e09a1e823e572d0a04a3ae58b2239a864a6836e1febe93d443d0'
