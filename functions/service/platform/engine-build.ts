/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0b2329f935f6fe065a765c8647358ffd42ac1e517cc8e34c820f67e7398fa3fd'
