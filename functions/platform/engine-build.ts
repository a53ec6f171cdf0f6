/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '90dbba0b5a9b4c85c81dc055b9cf5d861e2299e0908e26cc1431f867efe38d7e'
