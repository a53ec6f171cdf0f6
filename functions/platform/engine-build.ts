/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '637c7c9d2cd81957f9f8f7c01ba35f2548a28371f7b3dc8b217590bb6e81977e'
