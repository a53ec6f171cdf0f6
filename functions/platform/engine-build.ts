/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e05716487783fc91e0949b80aafd76a8422f0d82abfe89912b1c1fe39a499b58'
