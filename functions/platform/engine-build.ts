/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '13c59e3e7f16a5b7c7a36e1816af067986f6fb8a4b225aa797c0ebdb83d03112'
