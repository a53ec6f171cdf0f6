/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '00664c27bdfd840e1cc8f9e3430c0a6f60ecb6981e468bbb78b43828a6c4dafc'
