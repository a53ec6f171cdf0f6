/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6ad74939204d8f63c55de45e6b06ba13f522e3536b8a08188061ee54d5b89db8'
