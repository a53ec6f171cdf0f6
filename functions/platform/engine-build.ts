/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '514df19e7c1d3205019901a55c613c5f99d45e2e03b5bc7794915f15b4cb1795'
