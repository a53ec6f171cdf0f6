/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5b6e7573eff9d0491f4b193632440f25b6b0e74c5a76276450729165f5f4f245'
