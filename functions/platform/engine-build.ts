/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6418813998345ef8b2d1a0fa3d932027239cb057e974f12f1a55c0b79bc6b28c'
