/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '734d1cce0eb001860eb5aa604d97655694e18a57bbc35bd3b1b59e9896112363'
