/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6790a003ffd153da7d2475ba0b402ea204298b58ac29ef3f69966e0ad9d71bc0'
