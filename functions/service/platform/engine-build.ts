/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e18e57b8988b5bc5c3b9483ba0e43186016a38808341f3723164b212bd409d32'
