/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8f11d2a9c78e6279a3b89545f3f2472c05ce8b3d041cae6096740d836056a8ed'
