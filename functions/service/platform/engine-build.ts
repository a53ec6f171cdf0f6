/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1a6668700ac104dd080e4192d96fed34fc907d0024521f40348067735f9b9737'
