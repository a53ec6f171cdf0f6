/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7f556453accb9cdf619ad099f6394637cbcaf8bc57de38dd38d4f810a9b69d9f'
