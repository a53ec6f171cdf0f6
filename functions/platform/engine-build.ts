/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd67bddfa76fe16037e89bc098406b1ac1e7f6ae1b4fa31cfe390c61df37b7d1a'
