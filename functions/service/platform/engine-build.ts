/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '34636d3da2483dacf1968e34c4176abdcaf71682b3590696ad210db5576a4fd2'
