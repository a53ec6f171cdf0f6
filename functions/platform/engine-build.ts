/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '764f06ba98533895863cc3f81132ad21945837ffc78777988a6eb49506cfb3f4'
