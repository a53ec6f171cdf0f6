/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'b7be5d77b42e84c8dad1635f4fd29092ae4b8fa443a2580da37cf8d5652c0d9a'
