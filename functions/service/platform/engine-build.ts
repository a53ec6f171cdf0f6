/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4256c3996655d8a59f396c4bc286ddf8e586d180dc9239209e981fe2ad984176'
