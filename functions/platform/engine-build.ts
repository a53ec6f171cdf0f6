/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '95a8846974778d03c7b6c7bb7c1ed236a723feaf73a5a5fe29621581f6a82357'
