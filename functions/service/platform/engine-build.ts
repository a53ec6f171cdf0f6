/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '22be84f0f5f4deb61c206d7246c6a588ee0391820852a178dfa5d8b3dc11f29f'
