/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bbca57b997c0b7799db17454c5342f83fa57e350af915f5f16f029bb06ac1362'
