/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '50c225814128802cee7d1cec8ce97212e808c6710633159b56efdb986c18cd26'
