/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '362f16b0f822fabf6dc3224ad61483185dc41dd8068a7930f9d1602aebab453c'
