/** The bundler compiles an imported file of WebAssembly. */
declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}
