/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'db2b36929142c5b9685853e018e68eeb1e8714f99f41cb084d302fe27a8f60b2'
