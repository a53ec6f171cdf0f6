/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2557868a5022eec717a363ca25c06585a1bffbc1a7dfd94291ea5e938469dcbe'
