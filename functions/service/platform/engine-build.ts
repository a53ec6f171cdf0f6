/** SHA-256 of the engine's bundle, which every receipt names. Made by `npm run build:engine`. */
export const engineBuild = 'fa3c3601dd9bd265dd6379e6f8cd39f3522a0015fc3050aac0eee2341265fb5c'
