/** The bundler makes a compiled module of what is imported from a file of WebAssembly. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}
