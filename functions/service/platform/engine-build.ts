/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1ba17d00e4af0cb201e626135618af9227cf6b1592f9cd860dc8c9f55d8563ad'
