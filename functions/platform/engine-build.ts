/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '13da217124c2ecd3e5b243919766a3f3064085c2ce7bdefb935b4af28f27b3e4'
