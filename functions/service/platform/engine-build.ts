/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6532eff57225f0cfcad04d5aac5c60d58e3634b1b3746be7a2f48710e97dded8'
