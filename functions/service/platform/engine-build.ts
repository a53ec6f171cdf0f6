/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0826e893873444c8acaf21d06f35ca15a51176807f3272bea3132a445dd3ba4d'
