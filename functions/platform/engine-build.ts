/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '904ed76230ee8946ec6103bebf8a21c978f3d027dfd305cd63118468ba202203'
