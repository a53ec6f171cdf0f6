import { writeFileSync } from 'node:fs'
import { compileWasm, wasmPath } from './compile-wasm.ts'

/** What `npm run wasm` runs, after a change of the AssemblyScript. */

writeFileSync(wasmPath, await compileWasm())
