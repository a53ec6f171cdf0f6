import { type ExecFileException, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { type CommandEnd, createScratch, runWords } from '../../support/node/command.ts'
import { zipped } from '../../support/node/pack.ts'
import { problemAnswer, startScripted } from '../../support/node/scripted-service.ts'
import { root } from '../../support/node/step.ts'

/** `-` as a file: standard input. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const [bank, ledger, rules] = ['bank-statement.csv', 'ledger.csv', 'rules.json'].map((name) =>
  join(root, 'tests/samples', name),
) as [string, string, string]

describe('standard input', () => {
  it('is a side of reconcile, of propose, and the file of inspect', async () => {
    const content = readFileSync(ledger)
    const words = ['reconcile', bank, '-', '--rules', rules, '--json']
    const [piped, read] = [await start(words, content), await runWords(words.with(2, ledger))]
    expect(JSON.parse(piped.output).resultRoot).toBe(JSON.parse(read.output).resultRoot)
    expect(await start(['propose', bank, '-', '--quiet'], content)).toEqual(
      await runWords(['propose', bank, ledger, '--quiet']),
    )
    expect((await start(['inspect', '-'], content)).output).toMatch(/^format +csv$/m)
  })

  it('is a file of rules', async () => {
    const words = ['reconcile', bank, ledger, '--rules', '-', '--json']
    const piped = await start(words, readFileSync(rules))
    expect(JSON.parse(piped.output).summary.matchCount).toBe(217)
  })

  it('is evidence to verify', async () => {
    const pack = zipped(packOf(await seal(sealedCase)))
    expect(await start(['verify', '-', '--trust-pack-keys', '--quiet'], pack)).toEqual({
      code: 0,
      output: '',
      errors: '',
    })
    const { code, errors } = await start(['verify', '-', '--trust-pack-keys'], Buffer.from('no pack'))
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/^tallystick: -: /) })
  })

  it('is a side of run, which is uploaded', async () => {
    const service = await startScripted(() => problemAnswer(422, 'unreadable_record'))
    const words = ['run', '-', 'ledger:main', '--adapter', 'bank:main', '--url', service.origin, '--key', 'k']
    const { errors } = await start(words, Buffer.from('id,amount\na,1\n'))
    await service.stop()
    expect(service.asked.map(({ sent }) => sent)).toEqual([expect.stringContaining('id,amount\na,1\n')])
    expect(errors).toContain('- is refused')
  })

  it('is read once', async () => {
    const words = ['reconcile', bank, '-', '--rules', '-']
    expect(await start(words, readFileSync(rules))).toMatchObject({
      code: 2,
      errors: 'tallystick: -: standard input was read before, wanted it once\n',
    })
  })

  it('is not looked for as a file where the mapping is wrong', async () => {
    const mapping = scratch.write('mapping.json', '[]')
    const { errors } = await start(['inspect', '-', '--mapping', mapping], Buffer.from(''))
    const both = await start(['reconcile', bank, '-', '--mapping', mapping], Buffer.from(''))
    expect([errors, both.errors].join()).not.toContain('-: there is no such file')
  })
})

function start(words: readonly string[], input: Uint8Array = Buffer.from('')): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const main = join(root, 'functions/cli/bin/tallystick.js')
    const child = execFile(
      process.execPath,
      [main, ...words],
      { cwd: root },
      (error: ExecFileException | null, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
