/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '40630d4e3c9e9c32122eb4feda25e3acebedc17567a161c262a29841e86ebace'
