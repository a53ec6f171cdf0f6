import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'

/** What is read off the lines that `npm start` prints. */

/** The run of the samples that it reconciled; empty when it says none. */
export function runIdOf(lines: readonly string[]): string {
  const [, runId = ''] = /\/runs\/(run_\w+)/.exec(lines.join('\n')) ?? []
  return runId
}

/** The API key that it made; empty when it says none. */
export function keyOf(lines: readonly string[]): string {
  const [, key = ''] = /^X-API-Key: (.*)$/m.exec(lines.join('\n')) ?? []
  return key
}

/** The printed commands, as they are pasted into a shell. */
export const commandsOf = (lines: readonly string[]): string =>
  lines.filter((line) => line.startsWith('curl ')).join('\n')

/** Runs the printed commands in a shell and gives their answers; each must be JSON that is no problem. */
export function pasteCommands(lines: readonly string[]): readonly string[] {
  const answers = execFileSync('bash', ['-c', commandsOf(lines)], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('code')
  return answers
}
