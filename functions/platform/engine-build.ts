/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8df7d3543427a28a97e0a9fd0bdf0315b5e63d61c3cef223a8fcf15c6e1018c0'
