import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../step.ts'
import { messyFiles } from './files.ts'

/** Writes `tests/samples/messy` anew. */
const folder = join(root, 'tests/samples/messy')
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of await messyFiles()) writeFileSync(join(folder, name), bytes)
