/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '623a7940522eb324836102a35bbeca22010ed0a9f167e6d350d02530dfd0b344'
