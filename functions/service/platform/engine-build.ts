/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '887f9b3764bc0771a068aae5fc71d6d855e9a70c2b15908bc5da01274048e005'
