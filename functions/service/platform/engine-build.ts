/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd0aeb8e493ccb4e70b180a120d7b9456180b86e51e01132cc54ac79a40e9bec3'
