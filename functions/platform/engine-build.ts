/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '273063bdeeeda78cb459cd0c1e9e5b9918a3e6fff7440baef6ea4235802ba3c1'
