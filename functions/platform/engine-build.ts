/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2ac04257e718bd89e15c409a24aea2ae4b70b5ab57536a0bd4fd35d783018ba8'
