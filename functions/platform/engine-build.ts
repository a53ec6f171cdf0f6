/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3b1d7f765352aa1cfa6e83b6c661aa052d3a556b115191af6395e9ab424bd452'
