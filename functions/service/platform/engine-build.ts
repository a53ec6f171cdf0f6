/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'a8e6452fc3ed8f183c7ef5636cb6ba9719e95816af420fb7b75ea9c539e5873f'
