/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '67eda6c6d3ee39e563f94a5b0981f27882eabe1c289e383027824513bd7ef4cb'
