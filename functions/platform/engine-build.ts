/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '53430748b63b31bf73c6afcf3541a033e893b379913a7f7ca63620832f9d124a'
