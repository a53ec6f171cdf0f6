/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '484cbaf7e5ce2dc9a60920f86885973f7416ba57d5459afb65c7b52b18be86d2'
