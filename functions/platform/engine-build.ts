/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'c16b98c909c98f9670ca7cc5457da411a5bfd368c87b9694e26a852ed7d94661'
