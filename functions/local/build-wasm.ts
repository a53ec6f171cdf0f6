import { writeFileSync } from 'node:fs'
import { compileWasm, wasmModules, wasmPath } from './compile-wasm.ts'

/** `npm run wasm`, to be run after a change of the AssemblyScript. */

for (const module of wasmModules) writeFileSync(wasmPath(module), await compileWasm(module))
