/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f259a52ce9f0ba51f9689d4caecb946abe362f09259a7827ca054e9c5fdc30ba'
