/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '82886984b72fe4b70d27b8e593db5df4dca4dab360743f681c3c2e94d94cc75e'
