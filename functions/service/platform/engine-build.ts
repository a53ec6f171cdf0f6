/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e62f85e6581bddb28411e0b7f87b3d4ecaaf4443f80907821f4a68a54c7f4ff9'
