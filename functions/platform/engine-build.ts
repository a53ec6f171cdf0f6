/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '70e1d424a8400fd8377ea4fa8ad742c51eb18d7f9a33f80a478967479c95934a'
