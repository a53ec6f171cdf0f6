/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9056e3b6173a520d0c91a1cabf0f600a469034f9cd216ee1b94f536ae97b4474'
