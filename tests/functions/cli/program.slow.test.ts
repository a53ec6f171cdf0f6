import { type ExecFileException, execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usage } from '../../../functions/cli/usage.ts'
import type { CommandEnd } from '../../support/node/command.ts'
import { hasShell } from '../../support/node/installed.ts'
import { root } from '../../support/node/step.ts'

/** The program as a shell starts it, under the caller's Node: that of the project is taken off the path. */

const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .join(delimiter)
const linked = join(root, 'node_modules/.bin/tallystick')
const files = ['tests/samples/bank-statement.csv', 'tests/samples/ledger.csv']

describe('npx tallystick', { skip: !hasShell }, () => {
  it('reconciles without a network', async () => {
    const { code, output, errors } = await start('npx', ['tallystick', 'reconcile', ...files], {
      npm_config_offline: 'true',
    })
    expect({ code, errors: errors.replace(/^npm (warn|notice).*\n/gm, '') }).toEqual({ code: 1, errors: '' })
    expect(output).toMatch(/^source +239 /m)
  })

  it('runs under the caller’s Node, however old', async () => {
    const { code, output, errors } = await start(linked, ['reconcile', ...files, '--rules', 'tests/samples/rules.json'])
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    expect(output).toMatch(/^matches +217: /m)
  })

  it('hands on its exit code: 0 and 2', async () => {
    const [, ledger = ''] = files
    expect(await start(linked, ['--help'])).toEqual({ code: 0, output: `${usage}\n`, errors: '' })
    expect(await start(linked, ['reconcile', ledger, 'absent.csv'])).toEqual({
      code: 2,
      output: '',
      errors: 'tallystick: absent.csv: there is no such file\n',
    })
  })

  it('does not mind a reader that has seen enough', async () => {
    const command = `"${linked}" reconcile ${files.join(' ')} | true; exit "\${PIPESTATUS[0]}"`
    expect(await start('bash', ['-c', command])).toEqual({ code: 1, output: '', errors: '' })
  })
})

function start(file: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<CommandEnd> {
  const env = { ...process.env, ...environment, PATH: path }
  return new Promise((resolve) => {
    execFile(file, words, { cwd: root, env }, (error: ExecFileException | null, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output, errors })
    })
  })
}
