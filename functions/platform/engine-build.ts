/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'eebd538c1682b928594625c0c0d0ff928157860f53078a9adafa7bfe3d64362c'
