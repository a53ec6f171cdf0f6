/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c4d205768eab6b665b0ec03a1fe020441b97b2fd54c0940457547dc60b3cb05a'
