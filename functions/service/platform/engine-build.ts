/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '99c574410e12910e1f55001d769c55f98a22f24bbca1e23cbf8c7e55df47b6f3'
