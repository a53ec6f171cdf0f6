/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd19c9c74932c55afb0d3536c19a4dcf19b1be1a02ac5e732b78e9c745e89d1e2'
