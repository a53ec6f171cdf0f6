import { join } from 'node:path'
import { installLocked } from '../support/node/locked-packages.ts'
import { root } from '../support/node/step.ts'

/** The tools of `tests/openapi/package.json`, which are no part of the project: two hundred megabytes, with a TypeScript of their own. */

export const toolsPath = join(root, 'tests/openapi')
/** The document with the operator's operations, as the build made it. */
export const documentPath = join(root, 'dist/assets/openapi-with-admin.json')

/** Installs the tools, unless those of the lock file are there. Rejects with what npm says. */
export const installTools = (): Promise<void> => installLocked(toolsPath)

/** The script of a tool, to be run by Node. */
export const toolPath = (script: string): string => join(toolsPath, 'node_modules', script)
