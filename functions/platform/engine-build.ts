/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8de7ffe0c270add0b5daa9e92140c2ca0581b6a9fa8b06b7000e251ad5aa5e10'
