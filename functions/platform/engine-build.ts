/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0b31b0e6f4bfdb7119ac2d413e11ee87ecf3d2dc49175a79e0f91b57cc78d6b2'
