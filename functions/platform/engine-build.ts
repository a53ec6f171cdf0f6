/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f5863501614141fce168c158893e578489408dac687484f0a3367e30630d043c'
