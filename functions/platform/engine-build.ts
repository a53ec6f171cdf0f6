/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '54e6cc6833418e4deca92ef5b8ed9db81cb00b10f87bd38723e2fd9992963216'
