/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8997792001ceec3cf3eb44edd26dd117f148ac62bbe97a35b24d12e983dba7b1'
