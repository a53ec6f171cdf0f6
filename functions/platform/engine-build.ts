/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4773a3913315b2d9c4eb4655ba91a8c7515a82fb82e2527a1f032f075408d098'
