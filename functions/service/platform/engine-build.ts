/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f517c819f3d7f5b992f0902fea413332b91dd69af1410604039a7415e61808ea'
