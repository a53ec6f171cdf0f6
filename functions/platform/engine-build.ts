/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4888ef0c0e4ad6c7716809de9cd53acf1364097777391563d414037167d70d74'
