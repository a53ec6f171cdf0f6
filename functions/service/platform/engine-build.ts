/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7a2570ddf069b522c51ba30eb170381377e1477f167b66ce5b4812e9b2f52044'
