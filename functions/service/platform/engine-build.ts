/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '164800d6e5d61888a9f4b3a03912024b9b066c205051b934486d25cc7863058b'
