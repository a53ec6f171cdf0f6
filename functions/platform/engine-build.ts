/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0de0a86e4ee643b3b17f94db4bed95830a5483acfac5c74acca8038fadd679b5'
