/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '33619049bc2bd1605a76d15114c4e48681d3a0d2ff5b6e5019bfcb036f7cb71a'
