/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '806d0b717854d3b56edfaffc41d6465521a6d71fa697eafbf35382287872f34b'
