/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8b692797d9246f7309366031ade50b80fa06dcd677873a6b38896f6efd97a79c'
