/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7d197e28f4b1345a4519d5b6200599b2d42d024fbc836277862c936b1dc853d9'
