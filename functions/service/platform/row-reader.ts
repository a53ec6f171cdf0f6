import rows from '@tallystick/audit/rows/rows.wasm'
import type { OpenRows } from '@tallystick/engine/intake'

/** The module that reads usual records of files. */
export const openRows: OpenRows = () => new WebAssembly.Instance(rows).exports
