/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '28e7066257a2de4ab9f5544921ea9843b5db97799824c3dba9d77457b123c340'
