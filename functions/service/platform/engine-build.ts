/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4a7503f78fdb9694ab1344a5c3b8aaf8e2e2e02314ff31bece68908881b8f1b1'
