/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '300afe4fba3b7e72b7d293e26af1c349b97d2e938c3e580f359688617d443f1f'
