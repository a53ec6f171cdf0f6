import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResultLine } from '@tallystick/engine/result'
import { runCommand } from '../../../functions/cli/run-command.ts'

/** What a command did: its exit code, and all it wrote. */
export interface CommandEnd {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs `tallystick <words>` inside this process; on a terminal of so many columns, or on none. */
export async function runWords(words: readonly string[], columnCount?: number): Promise<CommandEnd> {
  const texts = { output: '', errors: '' }
  const print = (text: string): void => {
    texts.output += text
  }
  const code = await runCommand(words, {
    print,
    printReport: print,
    printError: (text) => {
      texts.errors += text
    },
    columnCount,
  })
  return { code, ...texts }
}

/** A directory for the files of one test file. */
export interface Scratch {
  readonly path: (name: string) => string
  /** Writes a file and gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string
  readonly remove: () => void
}

/** A new directory, empty. */
export function createScratch(): Scratch {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-cli-'))
  const path = (name: string) => join(directory, name)
  return {
    path,
    write: (name, content) => {
      writeFileSync(path(name), content)
      return path(name)
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The lines of a result file, parsed; `Kind` is the kind of those wanted. */
export function readLines<Kind extends ResultLine['kind']>(
  path: string,
  kind: Kind,
): readonly Extract<ResultLine, { kind: Kind }>[] {
  const lines: readonly ResultLine[] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.filter((line): line is Extract<ResultLine, { kind: Kind }> => line.kind === kind)
}
