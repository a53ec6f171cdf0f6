/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '62e990226fae318e437e080c2833c11382a512f5aefb958bba440022f9e8d2a5'
