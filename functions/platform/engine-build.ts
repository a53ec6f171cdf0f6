/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fd3b03b9ec2bd998100056d8e78dd180d23d179dfdbe98f1cb7e4b5c0a334f74'
