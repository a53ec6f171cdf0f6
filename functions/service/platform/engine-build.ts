/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b74902c70e9b2a11f1551b39d3701d289b404fe180f1943ded47c68415ca8179'
