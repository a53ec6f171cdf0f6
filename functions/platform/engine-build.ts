/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ba493d0b09d9bde86e6a5f35e75fe1b7badd29930220a671245c4905cb91db7a'
