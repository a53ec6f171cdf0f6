/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8655988eb41b04559d35df179a14b065c2d05890d40e83d5b9ed145ca4e9d9cc'
