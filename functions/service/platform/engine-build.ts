/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '5c48a26c0f949152c5225c36b6b56532666013c91a3bd39b7891154e1fd09cc3'
