/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9fdf314a3eb0d90a3b0fc1edee1780ccb47233d258903fc053917edbdaaff7b6'
