/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f674dade6da540574b294c5cccb11fa5fe44ed8f3ef7c69254f168127f767428'
