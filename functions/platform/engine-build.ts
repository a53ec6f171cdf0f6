/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd007cced6cb8a72453d2f12ede02197244dce18da541fa860b2cc8b5225ed891'
