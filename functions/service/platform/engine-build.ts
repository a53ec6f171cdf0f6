/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '493f97c39a10836ba04aeec47f35bfc40600e711601c49f6d911b104c466f020'
