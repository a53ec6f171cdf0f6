/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8367ec81e7ddb63453f14a1b38797ac9b02c9d08c90ac335032f1e99b96a731d'
