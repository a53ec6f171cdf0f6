/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'a2448eeb528c4c7042c77faef126f42e84f1ae0ae6e470c805ae4f5a42ca18cd'
