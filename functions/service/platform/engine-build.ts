/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '95437044c9ed258f0601d658cab48c78369dfa63c4df2549bf2dabe44f6ddc0f'
