/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '0f6b6312ef95603614ea045cb9f44dafb094dca1bd710a86aa1f93068c9287f2'
