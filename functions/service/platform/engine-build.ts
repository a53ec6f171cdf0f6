/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4ee941f9b959b99675d35ebf707733e2d2fcfc9bbd51dec8b002572d3b89ed70'
