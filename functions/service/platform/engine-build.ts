/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'dc8e3322362ac032d1aa7d25afa5def18806289ed46d90c3754a05dd50fd8f2b'
