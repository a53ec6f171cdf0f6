/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bb4dae490d9a95642699bcb7edfb91761b6b9f5cbe0ca347ff9f0172deaf878b'
