/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c8278795eb63f6fd2a741c89bf73ded9edc42e07ec0adc5a4bd7aa8fe7ee63d5'
