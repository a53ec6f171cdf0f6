/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '18521e1d30650c543668085a574947924cf1bce8681556613b18c875b7c6b8be'
