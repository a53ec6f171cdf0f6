/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9fee246ac50278d452f0309c5edfe09f38a1d8bb1486f21714f962698432932d'
