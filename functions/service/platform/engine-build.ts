/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'd1fba6662dfc41835fd777462677836e52719af747ccba12c446370c2376d7eb'
