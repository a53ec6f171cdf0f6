/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '2df0ebc5f6d7633e944c945fef1462d61218f9432409e15a26006547897b756b'
