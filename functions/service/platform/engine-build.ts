/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ea611f3b9c62e1d7311043c43a733d28aa2216d92cab9b6b7f8032231245a0f1'
