/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '921e3496bd7030a7f426cbd11c5877e84a044d5992f087690f27a1bf051056f6'
