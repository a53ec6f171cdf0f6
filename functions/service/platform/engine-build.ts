/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4b8080473c8df30eeedd68ada96b87bf87c9cccf744e3b8e1cc7ae7a54f27f8e'
