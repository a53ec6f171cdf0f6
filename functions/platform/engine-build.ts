/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '64727c11e9c65a7f2cedcb032d92c52d99b014138f53b6c075577d1157ec1cc4'
