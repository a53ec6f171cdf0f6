/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b5061eff815b621b34145db0b6e5c9578ce985cfd199d65fc877415405002e66'
