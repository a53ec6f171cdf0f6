/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'da9bda85156d7af9c494824f586a5707abc725ec0248b01e1c01de5133b7f457'
