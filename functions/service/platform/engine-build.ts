/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6b7e944da6fe5b14be2aca9731483e0bda732eed6c06e2894af4629ba96c8edc'
