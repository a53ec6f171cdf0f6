/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8f823615d4fc5fde7e8a891320e5be5d3c368453d826e0f4097c5971b2c4751a'
