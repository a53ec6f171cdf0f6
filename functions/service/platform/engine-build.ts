/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b4b54b5abdd48cb2b38a427b341987cbdbc9e969e6897edd697b43e2b1bc427f'
