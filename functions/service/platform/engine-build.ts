/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '85957d64c7411a549b10503a8a8dd4502fbb2cc7cc789282677c62601bfe9775'
