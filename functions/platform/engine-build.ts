/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1f66f3b8bc57c53e37e442761a1b75f29e19ce376a627e5712ecd2ff0c1bceeb'
