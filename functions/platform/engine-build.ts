/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '08942d818b1d1bcb4e23529c2fe9516822a48bce3fa27305f2514ba54e10890b'
