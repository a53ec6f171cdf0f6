/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'a70a98fd0d1a55d8a55a8104aef3c75be5688f18ab464d77de7a62fbb970444a'
