/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9a3008e44590fc6224deed541cdff7cb067aabf2f89e392b4a27863ca3a7153b'
