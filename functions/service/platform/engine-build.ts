/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e62c8ea7559dd1dc0ca2c08b505a417f2e94e15d9efa5591cd05027d96569ac9'
