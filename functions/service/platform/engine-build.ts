/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '24151242202040269f4155fdab8900cf407bf657d00160c7ffad95c4330dc6be'
