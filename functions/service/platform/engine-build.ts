/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8b0e309a6f505647a4dbdd6632e9c8380638491483452c8e2fdaa8182ee12e85'
