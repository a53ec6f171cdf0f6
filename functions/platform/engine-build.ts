/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8c6330a378062858972dd624de784aa8a772d678703cc9206790f62c48a8413c'
