/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'cdd5e16b8528f26644ea62553dc36cb49fc035abdb864b87b53df70863ba07f2'
