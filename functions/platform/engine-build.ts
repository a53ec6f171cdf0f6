/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '762b6456495515ac52b168dd5cca2de6ff06d7de9b3b5e8589aab6c4c796350f'
