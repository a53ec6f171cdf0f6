/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '567f0290212a707e3cbe157bcbc0151716206a84d58a009c9332ade7a3c590bd'
