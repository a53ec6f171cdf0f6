/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '01b7b3fa8a3f7ae3ef3e978666373ee3546bf33465ab50594c829ee1dce9d59c'
