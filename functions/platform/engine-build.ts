/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3404a1354d05d005b46984e8c1bf185fdb2451d761057c00e8597f7ad5a95198'
