/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4683d4534299be7ff5fa714fd10f888d1cefa583b5eac05f01f817409fd24268'
