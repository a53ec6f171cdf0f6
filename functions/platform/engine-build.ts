/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '20b653e170d7195aa5cb551868572e6be339aa3ced40770be6e5bc14c576570a'
