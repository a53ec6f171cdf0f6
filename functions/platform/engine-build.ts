/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '64f7e5b32af27f86c5bd3440ea0bb5da411668a067efbf7cd5bbf7cb5ef6944f'
