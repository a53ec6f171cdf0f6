/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3533ff8e89cd9c5d989ddc6273a93ba8034bb9ff03ea3ba8e176063cc1620a40'
