/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7716b613601abec5bc8b237eec25732dc1c4e36d34bc23f0216b86474d35299e'
