/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7a70c229cb05083b8e40077272e7918ac41b16572b1eb43bb7194c273cc7867a'
