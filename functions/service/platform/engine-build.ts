/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0393fa02ac688ade672b82393a6df3ae3a20c6ecc0e096d2a6dcc0d2d28ce713'
