/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'aa9363d944fcf2475e7cd0de3b799602417e00fb28cff1de79080de11feacd69'
