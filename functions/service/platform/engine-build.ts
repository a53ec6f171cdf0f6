/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9d53d9333b14ef394d890764307b70ce80d1b6db0476e151ac73b90a694b797d'
