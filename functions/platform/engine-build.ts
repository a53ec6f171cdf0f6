/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '6a0303f0efa9a13c7ce6847d973c65fa019769a4e652a4b2fa9498c86a8b867d'
