/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5bf3a42849a7b604e43e91630864f3d2b4ed0dad3c9f68208826bbcb63e0740d'
