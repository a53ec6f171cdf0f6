/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '67b90377da9c0bd158a9fa1a7efe0bbaa0fb86cd37c2f2418cdea3bcaa67ed5f'
