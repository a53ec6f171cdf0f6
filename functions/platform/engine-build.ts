/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '20915af2d5c340c2c30dfbb98138773ca6ab82a8075df9412172f0ff6ebb1c7c'
