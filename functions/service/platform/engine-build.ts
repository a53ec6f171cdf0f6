/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5124fe79b676f9243d336846e27df8079e8c75b1c7180b8eb63041cf7647a6e8'
