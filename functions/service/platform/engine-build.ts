/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fb783b2ec428d95c525036e3c89e535cf4945a186796e0f32237fe1f747767c0'
