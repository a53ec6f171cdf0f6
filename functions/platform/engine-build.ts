/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd892aadedeaaf1580c976c3882c4c1be9d8530100b052dc9aa725454390601fd'
