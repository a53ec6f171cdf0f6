/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '147cd4c19a6857d12f21f14da883d7fbcb6c7c9ff2b65bfda161dbdacab63989'
