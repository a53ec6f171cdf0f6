/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '71c4c8962def37cad78746c1062fa0783228880d10c438d6412d3396a335e28a'
