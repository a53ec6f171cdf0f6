/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7921d64688de5fbed34fb1c742b81aa2598159a0b1712de82b6dbc3384ce9bf6'
