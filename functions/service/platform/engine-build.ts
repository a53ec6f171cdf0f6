/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9eba19ba0bac66d11f74d1cbab177e1ccfd5f462765c02f50e6002e7880134a7'
