import { readFileSync } from 'node:fs'
import type { OpenRows } from '../../../engine/intake/rows/row-module.ts'

const module = new WebAssembly.Module(readFileSync(new URL('../../../functions/audit/rows/rows.wasm', import.meta.url)))

/** The module that reads usual records of files. */
export const openRows: OpenRows = () => new WebAssembly.Instance(module).exports
