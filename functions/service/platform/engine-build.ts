/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '236441051ef04cd2a9dff9f87f6196254ee3a7eed6ee0940b4bb69994525019f'
