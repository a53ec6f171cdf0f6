/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7870c7118756182bf569688bd369aacb85fc2ee0681638a2b12f15284aa268e5'
