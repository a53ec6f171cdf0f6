/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '67abfddaf0b9b344e237c0455481f2ca6a52bf65db3622144e3bdbf5259ccb55'
