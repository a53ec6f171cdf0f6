/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ef977b28051fbebae870fea0a4bd672b7986fb675e2db90770539c69e6481b0e'
