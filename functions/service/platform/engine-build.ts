/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'f394bf72c1c7e753eae1861f841561d89d84a2c71e763c18b538a0f6364a37b3'
