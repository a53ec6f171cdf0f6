import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyOfProject } from './copy-of-project.ts'
import { hasShell } from './installed.ts'
import { freePort, startNpm } from './npm-script.ts'

/**
 * One `npm start` in a copy of the project, as on the day of the clone, for all files of the project `served`: a start
 * takes as long as most of what they ask of it. They only add to its data. Where there is no shell, those tests are
 * skipped, and nothing is started.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the copy is, and the port that it is served on; see served-copy.ts. */
    readonly served: { readonly path: string; readonly port: number }
  }
}

/** The file in the copy with all that `npm start` said, once it was ready or has ended. */
export const saidPath = (path: string): string => join(path, 'said.json')

/** What `npm start` said. */
export interface Said {
  readonly isReady: boolean
  readonly output: string
  readonly errors: string
}

/** Called by vitest before the first test of any project, which need not wait; what it gives back is called at the end. */
export default async function serveCopy({ provide }: TestProject): Promise<() => Promise<void>> {
  return serveCopyWith(provide, '')
}

/** Serves the copy with `variables` in its `.dev.vars`, as the text of that file. */
export async function serveCopyWith(provide: TestProject['provide'], variables: string): Promise<() => Promise<void>> {
  const port = await freePort()
  if (!hasShell) {
    provide('served', { path: '', port })
    return async () => {}
  }
  const project = copyOfProject()
  provide('served', { path: project.path, port })
  if (variables !== '') writeFileSync(join(project.path, '.dev.vars'), variables)
  const running = startNpm(project.path, 'start', '--', '--port', String(port))
  const say = (isReady: boolean): void => {
    const said: Said = { isReady, output: running.output(), errors: running.errors() }
    writeFileSync(saidPath(project.path), JSON.stringify(said))
  }
  const beginning = running.line(/^ready on /).then(
    () => say(true),
    () => say(false),
  )
  return async () => {
    if (running.isAlive()) running.signal('SIGTERM')
    await running.ended
    await beginning
    project.remove()
  }
}
