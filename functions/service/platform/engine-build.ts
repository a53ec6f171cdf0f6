/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8ae156e36c919824777e1faa7e773c3ae7c1bb3fd70f6594a2eaab6bd00c1292'
