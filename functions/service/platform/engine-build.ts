/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b6a9056908c93525e769e584ab31de6237c9b9968711ea84b232196fcffdda2a'
