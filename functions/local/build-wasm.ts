import { writeFileSync } from 'node:fs'
import { compileWasm, wasmPath } from './compile-wasm.ts'

/** `npm run wasm`, after a change of the AssemblyScript. */

writeFileSync(wasmPath, await compileWasm())
