/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'da07c24402465c00bc0572e50382b98d72eb942d99fc677232c2eeb95a83146e'
