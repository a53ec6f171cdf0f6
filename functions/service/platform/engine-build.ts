/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'af07359d8e38827a88527f7e6d14cf505146ab396eaa8ef5bf26845982e0fb18'
