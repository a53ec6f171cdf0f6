/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b6849fcaad10fc215f7f422d302a68ac7dd375f4c02db9feb08d06b314604dc8'
