/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '507040800e3a2b68deea7fb2574f6cde6f881cb9fa7919368a1c25f15a6fd114'
