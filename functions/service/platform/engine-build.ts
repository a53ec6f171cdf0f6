/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '95f5f3e1aba72ef65299d54db99f968ba36ba975316258ae027c93fe16a8d3c0'
