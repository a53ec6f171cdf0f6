/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '09faaa599f674ea1464976dc8a2afa80d64bc378ee9e41c7628fe5d5958658ff'
