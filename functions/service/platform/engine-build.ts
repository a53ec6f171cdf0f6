/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '877400238150c4590022dce2ca430c2280c1d51443fded8cb5418634fa8c7e5b'
