/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6fc33254f547180aa381875a0e3c47f0a52f13c494632f43a068d6d44fa9ee07'
