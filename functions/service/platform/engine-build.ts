/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fffe5ac8e91fb59c2a6338169776ff7e6aeafc8976b35f6063f457fcdae36d24'
