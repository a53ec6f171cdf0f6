/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4a13e5c554e26c2fd527f1fafc3faf37daf71e3e10c2a40b291613e8eb2173ae'
