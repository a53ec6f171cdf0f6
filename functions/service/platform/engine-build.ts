/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '15c251087837d0ccded05482330d81b111ae72e67030ac6258f01ed47e1ffe22'
