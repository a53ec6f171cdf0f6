/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'eaa0323ccd09a9da6544164707f1446c6efaec12dc0482b9442b541cadc4961d'
