/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b3f6f888665cafca9fb76144c32379ede90cc91c76c58d4cdfad5d2e884a4727'
