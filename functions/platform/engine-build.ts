/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7ae5727f5588a52c2f1cd602b1b87428b7a49c2e6f4cf724a025e382a4a8184d'
