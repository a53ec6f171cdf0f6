/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b7ea1d7e70e6b5193e4ce58943f7577de9117e840cde2bf00e8883a00658c3c5'
