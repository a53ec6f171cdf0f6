/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'e5ca7dcff9a215bd728301a93877fb94b172c67ade5fbdba11d9243a57ea78c9'
