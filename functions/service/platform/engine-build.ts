/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '123b15a56b22a885052e193515cdfa609d014bc13a8fefccb75d604909fa096b'
