/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '7c2dab81bb5fb031083e201273d4016fb31d8e4f570e0f882857fc1571de3d2f'
