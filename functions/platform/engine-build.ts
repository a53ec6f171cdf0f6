/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '512cbe1f621c6666dfc15120f3da1dd94eb49e53f415f4a018f0613965131d6a'
