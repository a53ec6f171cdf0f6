/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '473b4350560c1ae091a08f6e5cb975f762594c43c608db55fb3db1c821f1e0ea'
