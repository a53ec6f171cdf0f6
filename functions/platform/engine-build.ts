/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0b37152236218764ee0b9276ed6d076d287bfaf8cebf4f61ed27e90a1b596712'
