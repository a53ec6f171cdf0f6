/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '806931f6ea7451329d5a188596e6b0a4ff5d6d4787ad980379baedc9ed848867'
