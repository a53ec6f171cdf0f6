/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '42777d46047bcea87f7c0cc8ca86a728385b97160a371fd129d6b2c331425328'
