/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ce9438dd9baa664d8b13fec68354ff57ae0f12b5be8e327bb1c5df3027b8ae44'
