/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c18b4a4f11bf6f04a794382578aeec92a08ad19141faa3f68c9d29f1eae3512b'
