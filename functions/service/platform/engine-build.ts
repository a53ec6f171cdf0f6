/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'cc3061b1a3c34e26dd6691f93fc92d16d6bb8e0c62ddd2af18b196e498489c34'
