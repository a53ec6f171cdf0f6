/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fef80b11f88de665115f047487f7b2804b707d50195fb6acebdf9d50fa5e0226'
