/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'ca1a41686d3d0c33a83a2206c5106b54045f43ad89912577faf1a9d83fe34eea'
