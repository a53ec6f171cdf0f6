/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '31ba76e28f3c367916a44fdbd5f94384cce1eea41eb73c91b2637dcf58782c3c'
