/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b550d609d277ad37183f67f1cd12ba67d5678d2fd738e3a0e83f6fa475194008'
