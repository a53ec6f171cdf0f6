/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9e546e5efdadc9f41c5ea2ea49fa5975df9a444ea91f53dc96bc86f669ecd49c'
