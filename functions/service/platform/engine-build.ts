/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ef67d869919002a097f77c2fd2fb783015b16b33e8c4b898cbb1583351d6fe20'
