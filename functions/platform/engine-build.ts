/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '897310bffe0d548d64f2a665cfdca06288c7b795a813f5ae5d17ea1b73f5ca2a'
