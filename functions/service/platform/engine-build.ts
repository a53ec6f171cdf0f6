/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b5a3e691e775bba58945b5198777bb4a2f3847d9504762a271412401a1ec8659'
