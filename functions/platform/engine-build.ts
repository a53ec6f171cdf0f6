/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e042b9b06faee9778d46578696d8815a9884d471178ff5ecc3ce3b6242608bd7'
