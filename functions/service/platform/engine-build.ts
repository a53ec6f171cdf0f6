/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8fd64008094a846c7b9cb870bc0575e66da69dd84a11c504a81b9884558149d5'
