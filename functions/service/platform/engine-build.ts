/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bb8e4bdd026f1949967bb8d6ee92094018d1ff0f213c13f8d782dc1583238f5f'
