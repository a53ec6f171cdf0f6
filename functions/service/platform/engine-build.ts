/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '82481e1810298f37040813149cd5322e8e489c8396140c48af3d527226418963'
