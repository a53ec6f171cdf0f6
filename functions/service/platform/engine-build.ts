/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ae7b8470c466bf88402a44d37e372a7b8451ce8ba7bb0004539ffeb247dae352'
