/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0aa974251b7124a57659ebf245922ee43c2d7381a754ff0f5bb6c86ac5090ef3'
