/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '748e5dbc08bca0640548c0abbd2b74a270549fc67e48b9f1fb844276200dfdcf'
