/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9a3db0a2c216253a54369cca94b6990714e1b9811cc3c879b58711107b68b7e2'
