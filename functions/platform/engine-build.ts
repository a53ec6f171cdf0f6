/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2be105ae5ed3a3dba4c2a8cfd03758a89a109802c843b8712e2fa004069e1a8f'
