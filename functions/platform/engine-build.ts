/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '31027d8fcfc78b9ee243952f5c5fdd678785d9e94ae71c4b94750573ee8e0c88'
