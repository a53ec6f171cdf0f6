/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3ea2e037395070db6533a2b0718c0c6d3492677c6af8af60a2734940a58df506'
