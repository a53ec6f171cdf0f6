/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2b269182c400b803b0393dc6070997cc9d052394a54b902a43a834d84bba3966'
