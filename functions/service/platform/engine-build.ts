/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '497a8ec7ae4774fbeee6eaacae8432d3febaa05b9acc5bfac4db0e443fb619e6'
