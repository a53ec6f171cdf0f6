import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeBrunoCollection } from '../openapi/bruno.ts'
import { root } from './tool-environment.ts'

/** What `npm run build:bruno` runs, after the OpenAPI document was made: writes the collection of Bruno to `dist/bruno`. */

const collectionPath = join(root, 'dist/bruno')
const document = JSON.parse(readFileSync(join(root, 'dist/assets/openapi-with-admin.json'), 'utf8'))

rmSync(collectionPath, { recursive: true, force: true })
for (const [name, text] of makeBrunoCollection(document)) {
  const path = join(collectionPath, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
