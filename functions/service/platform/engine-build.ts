/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd1a3a6f9999e4daface68bdb5367993deff1b27222d1b2b6e998148ab88ab12b'
