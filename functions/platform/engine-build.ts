/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8b665dd5c5fbc14eecd3f3651983358ed43b677197e95002a578ea934b5f7df4'
