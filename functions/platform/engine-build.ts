/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '329e49ef130cad262656dfbe106f571f13fa377076ed334be7ef099b7f33934f'
