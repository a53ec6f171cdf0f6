/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bcfa93c62150047d8a07bb772ddef0d8c37860007a6cba225e3ee15aae5e1c30'
