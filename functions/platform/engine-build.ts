/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '72787e1f1b3ef4411d5628c605335ee586be2f18ea447e639d3384928356e401'
