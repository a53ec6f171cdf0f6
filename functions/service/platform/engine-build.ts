/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0ba88eada10b47e2c6ae318ec82d9b1e5370d5cd161aaab5bcedb26997d96105'
