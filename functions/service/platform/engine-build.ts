/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '286581556923579f8ab46fc30a8b7c0390e83dfa18105bd2f517e73f50612acf'
