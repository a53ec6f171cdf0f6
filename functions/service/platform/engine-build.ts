/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2cbc33f47f4a313b6f0f5ca0adcb15153e157489d85d92826452410cfa148c3c'
