/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9a6d2da942d4a8c8afdf396e93d082d6d1f07dc2c0963a3e83c51d6b5e5e0304'
