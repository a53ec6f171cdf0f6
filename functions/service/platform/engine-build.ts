/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '11df5e27a164c5c14011264b1c1a326ff2d8ad1ea614640ac2954ec921b71e13'
