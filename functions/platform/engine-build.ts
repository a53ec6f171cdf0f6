/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bf99748365dcd047c019d8f676e0c4a8e3007e8b293e4d716a1577c60aeeac9d'
