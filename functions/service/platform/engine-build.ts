/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '29565b8d6b4eacf37849da064bba16592da4390add6316a2807b2b8d334896b5'
