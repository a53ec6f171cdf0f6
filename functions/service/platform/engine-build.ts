/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'adf992996ce9e1d6e68988e435b6b6816467af7178ca20e810b5b352a220a232'
