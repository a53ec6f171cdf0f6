/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f5575ea008476e65bc84f8091241138233e7636fc20a604d9de4a3b5502d6830'
