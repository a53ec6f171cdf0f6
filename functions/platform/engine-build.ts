/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8bdd0797a4b354040484d983b9478b57ea578e28b51e80b8193ddc69a80d4fa9'
