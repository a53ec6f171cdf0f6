/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '102917f9493837d0bf8d5d3d405995d2058276b84635ba7797e1397564c9cae0'
