/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e92251c0800770aa0511cf51ccab65062e20c07324da2b65ca84f4681fc44cb0'
