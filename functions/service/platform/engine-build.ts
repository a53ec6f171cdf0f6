/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '50d9d3ade2f04f446a4805d34e18c4ddbe8c2f091d2d28a1c4132f0b8d7e5f36'
