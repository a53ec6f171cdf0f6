/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '16818328b1ebbfd7c9165ea284ffbfbeb64a4811fcfe090ecc09a4924cb6c467'
