/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b02371325f2b4aa7c8733de9f4c0964863e335a9897f7148970c152e6c313034'
