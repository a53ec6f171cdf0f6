/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '315f1c9a813f613cacd2c4e167ecbcc725ca18c44488df70b8ddadf23a37f205'
