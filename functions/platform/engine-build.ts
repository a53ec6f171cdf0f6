/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '814408395f278fb909057942e6e76df44053503a44a0efea5ac52ca28f6a1a08'
