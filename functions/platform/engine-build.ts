/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '67b63e8b17172336c3ac62935f91f58246fa25d4d9de97602140d1f5c68df72c'
