/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '184b32dfbff4979a839568c44c1664c7eb5fada7c67983f2c44863ec8596321a'
