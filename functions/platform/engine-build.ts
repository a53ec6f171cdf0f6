/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bffa0e48272eba27ea18447040be80b0e123f595ecc9c7e7b7dd216eecfc7a5b'
