/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '29bd32cbaad7eb3b21dee274b38c212f4c00e4d7064dadc739b5803564f3e85b'
