/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e2a59c5595dc9996a6112741ea756e67576a35848d43d3983e870f7da45f366f'
