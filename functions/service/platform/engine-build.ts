/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9753bac1ba15a0d517b13b146f196d78eabbaee7ad79db9882aefb75e3dc6832'
