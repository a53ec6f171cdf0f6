/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c8fa2bfcca2512cb9f41970913a47a4748da261c0eea9b9ad458fc66f1b20af5'
