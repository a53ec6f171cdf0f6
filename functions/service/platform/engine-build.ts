/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e83738310eb50616c7d2f6a31080dd51a93bd0d19cdc053c9bc0a04d77e1a603'
