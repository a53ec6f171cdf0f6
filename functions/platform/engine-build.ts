/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c7e37bee9df2c000d077bd6fb32f65da8b66012ba87cf97d671b250ecd175ae7'
