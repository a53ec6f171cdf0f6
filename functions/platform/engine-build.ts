/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '05e13f65487e1d80e078a9b3221051d46d783edf865c6e19658361fc2d4d9209'
