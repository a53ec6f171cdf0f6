/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fc6962c134330b3d6644888f576f84091d52ca9dc821cc491f1fdd2e9b6dc5e9'
