/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8fd0f94b7827b31f408e99c4806a8d21e06050c38f9f7a11c1a13ecb07d99a57'
