/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c88b4a640a4661d8c1630b803b00068df87871559ec4fc8c8a4880f2b2f74680'
