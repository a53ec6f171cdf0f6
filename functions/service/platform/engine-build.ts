/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '08f9f5a435a7eaf9dce4acfa761987df16fe9929c9ccd16dc63c9c0ab628af96'
