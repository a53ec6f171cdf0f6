/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9ed6d0431946b8e82fa470cf3980a76d3775816394c62188b3fc3be961ecf1be'
