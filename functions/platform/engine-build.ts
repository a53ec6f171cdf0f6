/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '08ccd8a2fcf4962586897659f5baa419ec16e6c4bcbce6b7e8fe7deb10e69c17'
