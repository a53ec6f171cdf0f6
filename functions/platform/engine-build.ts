/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '02dc844e20bcc49f2cae7c19cb53eec30e8132288d0c4735f0895924e69e17f7'
