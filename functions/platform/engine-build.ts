/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '19ee78f4479ab3bfdd5d50825e3f99fdeddaa5ed008428485f4400598f3fdddd'
