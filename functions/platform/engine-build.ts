/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '05058f4350ad4cedc68fd25d7cd4e68b4ce77319268791cfa8c106c41b55528d'
