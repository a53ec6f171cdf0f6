/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e8f9acb44ce0d4f94ea45343202c164274cbe8a3e4ef10a9cfc272a014c89aa2'
