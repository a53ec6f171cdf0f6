/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'dba8f36b16c901b2a1a372b4d5e8cf91719ac52f388cab6776300db59a54a775'
