/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '51bc92a99f4d79569c01472a91524e77cb19276f563d35f5b5418fa0e0dcc9e5'
