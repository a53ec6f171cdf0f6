import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { hasShell } from './installed.ts'
import { type Said, saidPath } from './serve-copy.ts'

/** The copy of the project that the files of the project `served` share. */
export interface ServedCopy {
  readonly path: string
  readonly origin: string
  /** What `npm start` printed until it was ready. */
  readonly lines: readonly string[]
}

const lookEveryMilliseconds = 100

/** Waits until the copy is served. Rejects with what `npm start` said when it ended before. */
export async function servedCopy(): Promise<ServedCopy> {
  const { path, port } = inject('served')
  const origin = `http://127.0.0.1:${port}`
  if (!hasShell) return { path, origin, lines: [] }
  // The file is written by another process, in one go but not at once.
  let text = ''
  while (!text.endsWith('}')) {
    await setTimeout(lookEveryMilliseconds)
    if (existsSync(saidPath(path))) text = readFileSync(saidPath(path), 'utf8')
  }
  const { isReady, output, errors }: Said = JSON.parse(text)
  if (!isReady) throw new Error(`npm start ended\n${output}\n${errors}`)
  return { path, origin, lines: output.trimEnd().split('\n') }
}
