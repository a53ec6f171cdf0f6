/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '80eb41adf584f1f1256165d27b3134aed550d8b00ed3eb08acc81f412a88cecd'
