/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7bcc3084b90d255b18ce9e0cbec158ac5849bd18eb0a240bb7ae8d823408956e'
