/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd557decddecd1a940c81ac33bd9f2ba4988d1419b18484d28ca52337126e99d5'
