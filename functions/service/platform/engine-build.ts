/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9f39b25f516bf30b33a1b53e07b13388bec536583750427e95a6a6080eec4355'
