/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ce9903aded6a944353010ab70738241f41b6bcf85acc986bfae2c4aec3470255'
