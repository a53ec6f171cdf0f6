/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5d3aef03dcf3f5f116c8f5f1e77b2694785698b20eff1cdbc15a9612eaf7c00a'
