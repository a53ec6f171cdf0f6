/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '78b8dc0e72a980c0862ac0107139df1e04eca7d1843add16771ce1c4c0fa2d52'
