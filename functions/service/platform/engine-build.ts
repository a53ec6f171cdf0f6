/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '1efd997ca75f5daba91aadf51c376fce4362b9b3ceded4e8435ebf6d7bab7f1d'
