/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd02453c9c429ffa16f41c28bde2076e1b1c548b995922f59ac32c8848c1e13f4'
