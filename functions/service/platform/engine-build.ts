/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '40b22eef1537ddad435ef28d7f56e65f79a7bad4dca644eb77587d72e2400a91'
