/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8c1bb26dbb245a74ba9ab60678ecb912bd0a49f433a7cf194ffbfb45ea6396ea'
