/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4699f8259eedd093f1264313398ebbc7a2fefdf39b4f78a1d94be98303987cb3'
