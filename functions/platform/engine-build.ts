/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0bc2173b643b73e59881b6ea18cfa8ac359b228529321b9a8175709dd390bcec'
