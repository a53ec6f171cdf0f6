/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '155c1438b76535953bb34763bf3398bd8da7d384f9a6e667ce97808cba736f2a'
