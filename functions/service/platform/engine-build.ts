/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bf7e894a61ad2c5a05e551ccfc4ffe02a29256b4450e0707ac4e1c5bdf110e93'
