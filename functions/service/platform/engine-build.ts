/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3ce21a09e51231fdca09c206f5bce5b6b2dc34861bfd3e1626ef0dc449e09b9e'
