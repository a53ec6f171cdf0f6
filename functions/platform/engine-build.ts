/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '9b2c73014161bd59e3a84d5d61f66fbc090c5c70e9ba628ac849d8c2711d9e7e'
