/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '42f45133c64fe55b6914ee399b6500a67588cd440073ddeeed2a51c621c4b4a6'
