/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0cfab89bb00802516e860e029e7e2138bd8e59ddcfcb252f2786319169651f18'
