/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2e77e7aad21661bfa397b26a40564614518e839905a6afb060314589b88fa4ef'
