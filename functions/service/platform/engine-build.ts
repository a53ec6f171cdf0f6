/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'db2032b1f7c64fb2ad7b6041b75e4b0bb24fc40285165c3f725e7b0ed7e1e466'
