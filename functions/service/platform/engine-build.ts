/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fac3ed0a9f230065a6f2b5cfaab0bcd6b56b9db5a5c249bb3a3c4723405cd2f8'
