/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '72e45cf7d04920f9ec268d5f17ea30155d17eb872d1ec32b07a7f8a3d66b9d7a'
