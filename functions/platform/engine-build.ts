/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '878a0e512ead2bbb659d9878c3d6ffb489a851b0972be676b1a115307972f51c'
