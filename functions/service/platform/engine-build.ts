/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '93fcafeb0b1b425c9e8a0c3552bcf669cd4de53eeb1c3afcfa8c3dc0aee8f5c8'
