/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '33997b8b56aea49256a6783d15071e88122a54f686791b783b77dc078b8b13c9'
