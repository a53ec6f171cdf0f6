/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'acd5f192f092642ca9c963dab2e17518cd96216d86edba6186df14638e2bb5d3'
