/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '45fd512effd262d260ddf714453f53b0b880b800cf9e3f0d521cca727ca15394'
