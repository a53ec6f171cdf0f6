/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd6130038bd029375a3cb8d2595aba702b76e10a90b194b83c95e62e8bd6566e6'
