/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ffc7c41f56dc08273e8a0bdadbdff26dbb8149648b2c3a81353ebcf758878a98'
