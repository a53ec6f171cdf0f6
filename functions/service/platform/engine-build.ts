/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '8f4a6d49df2e2a8bc20b16a7350946303775a75f4f6d07921fd5055f7b18e744'
