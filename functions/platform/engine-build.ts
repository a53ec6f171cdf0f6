/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8239341b3caf5105459eb3b4d371cb06144b9f62ad78c6e4d640eb4c58ebf26c'
