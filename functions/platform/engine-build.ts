/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'a82f94936f0d6ed3e390a295540cfb993cc39bd641d80652b1ef44285d81cf6f'
