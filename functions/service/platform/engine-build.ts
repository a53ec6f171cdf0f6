/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '018ebc0dcd69a6be7891983521dc045b7de7237c44ad9717498fdd93336f641c'
