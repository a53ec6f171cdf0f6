/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'de25461a6ff135cd80d01a03d2b029da9bd441009f55a3e70288ba196981000d'
