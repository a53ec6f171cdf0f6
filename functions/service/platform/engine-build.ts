/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f6fc51aaf373cb2b4d31d1cbf2217af06e971a34f7d051d04eb1ee174d8c5c28'
