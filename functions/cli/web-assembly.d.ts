/** The parts of WebAssembly in Node that are used here: the types of Node leave them to the types of a browser. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: { readonly [name: string]: unknown }
  }
}
