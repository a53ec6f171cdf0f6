/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'cc3ffed77c9e6552bcf343589c37eb125249ebd78f010fccc118c57308200e98'
