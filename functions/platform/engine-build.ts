/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fb7f7df7cc731cf799479fc59b5c33e2cbd5e24559f5bff12e321b3714022c4f'
