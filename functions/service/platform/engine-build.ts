/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '23f7dc0e23d6644097445457142d04874b304af1b129bb74dcc9ac08a263823f'
