/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e919cd84a3d47c7d27ab87892864253b369973d9ab7ebe2862a3470d97adeff9'
