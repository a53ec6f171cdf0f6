/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '56c338ecd9831d3d84a137f67df67bf473fec8202019ea9ce42caae30cbdb3f1'
