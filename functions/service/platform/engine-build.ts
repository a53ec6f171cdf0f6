/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0a304691c7b32e36b1c69be5bbecfab9f892ac30aca72e0492fc2b4c61c0efbe'
