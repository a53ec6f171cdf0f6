/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0f3626b5d0a161e3fc7ab79ee0c40481185478274f556b97cfa3e50928fd4c8a'
