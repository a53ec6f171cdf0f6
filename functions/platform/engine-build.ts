/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f5fba23130424c1d2f7992535ef3fea18ea2ba257fec96130844fd40a479c9c3'
