/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '76dbaf18e45a18ad627f34d54bbcd29641bd75a19311318a1d7d1a3015e06228'
