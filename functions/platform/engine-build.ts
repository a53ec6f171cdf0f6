/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e5d64210206c1a14cd09f758fab6901c0f473a07644cf7ff891e1fb284bf342f'
