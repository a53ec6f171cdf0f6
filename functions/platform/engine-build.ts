/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd303b11f51cef277bac204e70e9009b998f08068e9993e4fdb5ab0023d93431d'
