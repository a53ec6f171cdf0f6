/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '09664bfc7e6dd731ea6ec248ab393225687105f8408f1bd7c76154f320d6d2d7'
