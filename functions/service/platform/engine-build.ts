/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'bf08452f970a29073f01bc7e96fa25e1ce221dee49bedf914ad0d540547c888c'
