/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1f2aa7ba39f76a8db3dcf4a95b5f49bccfe7480d28e0977f31f018b66e591f1f'
