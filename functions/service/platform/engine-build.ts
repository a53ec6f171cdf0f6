/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3a683466c93dcbdd692802f88d995adf0fbb1f7bdf45668f04a813a36aad732b'
