/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e378c84435fdf5e2b66826a1a48beeaa529c665e26ec1011a27df92bc9e7504c'
