/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2cc176fddc211b3ceb1a9d6551b35959bc4eb92309ceebf24524915146e7e87d'
