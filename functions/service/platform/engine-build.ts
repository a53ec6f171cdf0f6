/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '356d66ef7ab6ec7aa17af69f7b77a3417b45121e29f6076eaf0d86c5d414e79f'
