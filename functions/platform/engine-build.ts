/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3a62e46abd22b7ef3dba9a1ea93630ae3970c233e592ff4c6c4e7120405b9c53'
