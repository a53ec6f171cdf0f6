/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b5be953605ebdcf77bb9fc220407cbbfd44530880286c9180cc386b4957bee0c'
