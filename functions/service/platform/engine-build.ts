/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3ea5f59374aefd6a5c4e69af4a48831f259a94c12dd37ac2468b0755c1679028'
