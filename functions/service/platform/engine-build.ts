/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '14ccc7bf23491a02f84cb49e5c299e54fa525fffb45aae6bc862a361e1e055e1'
