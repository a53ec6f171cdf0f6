/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '3a8bf2cbb4c7f7e709673793b5ad8dc3d0dbd05ad53cc7d557efc2fce3c7ec2c'
