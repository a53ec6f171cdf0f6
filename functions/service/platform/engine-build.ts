/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4c40d36bb8ec0e30fb433cbd1d772c8a653fcbfd3e39f176a0ccc61eb9af451f'
