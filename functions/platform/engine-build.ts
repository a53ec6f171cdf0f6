/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1687e8757d2b7a1f4870850bc6a313ec58f06539156adaa0bbb3ab0a730ec506'
