/** The used parts of WebAssembly in Node, which the types of Node lack. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: { readonly [name: string]: unknown }
  }
}
