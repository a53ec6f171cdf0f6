/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '74aa94fa94b62d474d1fb3fae7e2befa73683766b07085a8923cb21dcee7ac5b'
