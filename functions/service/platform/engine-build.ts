/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd4ea35199efe8732d02e29a2249cf45faab124a88f6884973ace15c2dbe02a2b'
