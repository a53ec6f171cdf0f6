/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ef56528eff9624a1014937be88aed2b23c8fd638555241aa73b04e2c5c8d203e'
