/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'a07c15c36cf6e4e84fbd353069f5ef1ce687aa41f44caf15d1fa6c6f88537130'
