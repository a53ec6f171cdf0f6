/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'dec24995b412195414d7a2b1bf2cfa9795db353125e5b8b26e25fb9c8f3d4321'
