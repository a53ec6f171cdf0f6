/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '92c1dfae2c9c90233bc4c3657d036dbf6acda64ba578c71c4a27651c3e3e91bf'
