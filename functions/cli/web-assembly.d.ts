/** The part of Node's WebAssembly that is used here: Node's types leave it to those of a browser. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: { readonly [name: string]: unknown }
  }
}
