/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '18be9dcf1d0aad74af8bec4f0bc9f24c987f216839a940ca640880f82686bf3a'
