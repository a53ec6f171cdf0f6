/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8730e1d97b430ca5eab45e68eb8f8b4f1ea1faf1aba294cbe0dcc80a4363d446'
