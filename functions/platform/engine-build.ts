/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e5054fe8fa7744b60af18bdb16ac0d6fb3cae11a1c49509edc6f66d3b6ef839d'
