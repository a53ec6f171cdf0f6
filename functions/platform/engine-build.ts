/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '58c1907663504a42d279fdedfe2767d092105e8bdcc05cc1dc00983f7b821557'
