/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f0798c6370ec443f7f799efa0fdaca432ef7946880ee5da2988153d17361c46c'
