/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '588b182b1fef22c6c9621daeff63583a74f0472c27533117e51b84463b5b1727'
