/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '57caeceed28749de4034c29e31eb8e581fb8245b2a6e5d9dfde33e19ad68dbec'
