/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f851dce6f2c0b8a639e24e6f877faef6552f2fcd90e314121d2a22f6b68f353f'
