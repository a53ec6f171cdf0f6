/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '023c766ea5f3af2e8dd2965a59ea2b4e1fa76f2dcebaf5c6fb0ccac26c385a1e'
