/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4a64f104afdf5fc034216b65e241e1eed21d9f2a42d5f932be52d2f0eb3ce67a'
