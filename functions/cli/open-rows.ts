import { readFileSync } from 'node:fs'
import type { OpenRows } from '@tallystick/engine/intake'

let module: WebAssembly.Module | undefined

/** The module that reads usual records of files. */
export const openRows: OpenRows = () => {
  module ??= new WebAssembly.Module(readFileSync(new URL('../audit/rows/rows.wasm', import.meta.url)))
  return new WebAssembly.Instance(module).exports
}
