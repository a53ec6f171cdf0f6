/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b7b118fcbd9fd534cc8b945fd131a1d1e63f6b96c69de05e1dff1a2c6bcbf974'
