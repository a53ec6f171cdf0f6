/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '66e7eb3607f39aad0a684eec01e8b9313f0d888f1bcec5b736168d3dfcc6cc76'
