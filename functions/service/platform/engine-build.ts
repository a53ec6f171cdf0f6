/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3987b2c82dab7c7246df643a9fa202f531c0544ce62ffae6ca4e1968c21774b8'
