/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2a336eb3a8588d5c240f8acb3b9e15e83be7b7f4bf341122dcb9cd410fb6f823'
