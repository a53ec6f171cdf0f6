/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '603d6b4ac89dbeafa88ccb4470bafe30960bdd353dbed11b3df529957b10526f'
