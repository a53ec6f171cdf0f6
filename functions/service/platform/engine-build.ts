/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'eefd6ef6cd6405b2eada577770f6e1b7c10d2f48b4f2e8e08adec90c8f402210'
