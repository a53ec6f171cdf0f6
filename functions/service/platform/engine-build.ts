/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '621a38439f18d246adcccf490af918d7683159939ac63e7401bc994873ae1414'
