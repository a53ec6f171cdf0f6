/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '334b7da23fedff4630364e211889151289e9a0227c774c6d5dbabc51b5aa1541'
