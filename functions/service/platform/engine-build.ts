/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5233623521e1b19f65ccc4ae2b4ff21e307d0e1a0fba41f8db7ce2129c922572'
