/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'cd578d257bad44a44dc206de7a08da15d594c2d6670177d2757dc15f6ad38f06'
