/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '56eecfa98d819f66b44b8d636413c72e223c81cb8a3aae7b8d72a214d7fe186e'
