/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3b6ac409889999d324f44018da9c52c68c8809e8f4c5bf73d3393d279e9a6058'
