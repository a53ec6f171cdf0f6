/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '4a77d165fc70c7351e2d86cabca04fd47057fceb6026a87084a8fdca0e0f1bbe'
