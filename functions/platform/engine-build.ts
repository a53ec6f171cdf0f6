/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'cefb0e7756d4aa179effa78d2b617e686112c6dc1229490260b8d5df841fe9dd'
