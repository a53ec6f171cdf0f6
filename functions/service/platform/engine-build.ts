/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '26ad09d98ac3d07632900898acbd98d41d7db6c1f2892bfedf4f7d1d4ab6924f'
