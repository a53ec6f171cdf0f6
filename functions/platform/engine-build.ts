/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = '252a44fb000a6567044de7e51db05426f6b17f8d503fcf309005ed6a92ea7e94'
