import { existsSync, readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { runDeploy } from '../../../functions/deploy/run-deploy.ts'
import { createScratch } from '../../support/node/command.ts'
import { settingsText } from '../../support/node/deploying.ts'
import { root } from '../../support/node/step.ts'

/** `npm run deploy` as a workflow runs it, with `--dry-run`: what it says, and what it would have wrangler do. */

const scratch = createScratch()
const settings = scratch.write('deployment.json', settingsText())
afterAll(() => scratch.remove())

async function deploy(...words: readonly string[]) {
  const texts = { lines: [''].slice(1), errors: '' }
  const status = await runDeploy(words, {
    print: (line) => texts.lines.push(line),
    printError: (line) => {
      texts.errors += line
    },
  })
  return { status, ...texts }
}

const generated = () => readdirSync(root).filter((name) => /^wrangler\..*\.json$/.test(name))

describe('npm run deploy -- --dry-run', async () => {
  const planned = [
    ['preview', '7'],
    ['remove-preview', '7'],
    ['staging', '--first', '--secrets', scratch.path('secrets')],
    ['production', '--tag', 'abc'],
    ['rollback', 'production', '--version', 'v1'],
  ]
  const runs: { words: readonly string[]; status: number; errors: string; lines: readonly string[] }[] = []
  for (const words of planned) runs.push({ words, ...(await deploy(...words, '--dry-run', '--settings', settings)) })

  it.each(runs)('says what it would do for $words', ({ status, errors, lines }) => {
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    expect(lines[0]).toMatch(/^would write: wrangler\..*\.json with \{"vars":\{.*"LOG_ORIGIN":".*logs\.acme\.com"/)
    expect(lines.filter((line) => /^would run: wrangler/.test(line)).length).toBeGreaterThan(0)
  })

  it('touches nothing: no configuration and no secret is written, and no secret shown', () => {
    expect(generated()).toEqual([])
    expect(existsSync(scratch.path('secrets'))).toBe(false)
    const text = runs.flatMap(({ lines }) => lines).join('\n')
    expect(text).toContain('secret bulk --name tallystick-staging')
    expect(text).not.toMatch(/MC4CAQ|[0-9a-f]{64}/)
  })

  it('would give wrangler no command and no option that it does not have', async () => {
    const { experimental_getWranglerCommands } = await import('wrangler')
    const { registry } = experimental_getWranglerCommands()
    const commands = runs.flatMap(({ lines }) =>
      lines.flatMap((line) => /^would \w+: wrangler (.*)$/.exec(line)?.[1] ?? []),
    )
    const unknown = commands.flatMap((command) => {
      const words = command.replace(/ < .*/, '').split(' ')
      let node = { subtree: registry.subtree } as Node
      while (node.subtree.has(words[0] ?? '')) node = node.subtree.get(words.shift() ?? '') ?? node
      const known = Object.entries(node.definition?.args ?? {}).flatMap(([name, { alias }]) => [name, alias].flat())
      const given = words.flatMap((word) => /^--?([a-z][a-z-]*)$/.exec(word)?.[1] ?? [])
      const isCommand = node.definition?.type === 'command'
      return isCommand
        ? given.filter((name) => ![...known, 'config'].includes(name)).map((name) => `${command}: ${name}`)
        : [command]
    })
    expect(unknown).toEqual([])
    expect(commands.length).toBeGreaterThan(20)
  })
})

interface Node {
  readonly definition?: {
    readonly type: string
    readonly args?: { readonly [name: string]: { readonly alias?: string | readonly string[] } }
  }
  readonly subtree: ReadonlyMap<string, Node>
}

describe('npm run deploy', () => {
  it('begins nothing with settings that leave open what cannot be changed later', async () => {
    const { status, errors } = await deploy('production')
    expect(status).toBe(2)
    expect(errors).toMatch(
      /jurisdiction is "", wanted "eu" or "none"[\s\S]*logOrigin is "", wanted a registered domain of yours/,
    )
    expect(generated()).toEqual([])
  })

  it('makes nothing when it only writes a configuration again or rolls back', async () => {
    for (const words of [
      ['config', 'staging'],
      ['rollback', 'staging'],
    ]) {
      const { status, errors } = await deploy(...words, '--dry-run', '--first', '--settings', settings)
      expect({ status, errors }).toEqual({
        status: 1,
        errors: 'tallystick-staging is not deployed with these settings',
      })
    }
  })

  it.each([[['prod']], [['preview', 'main']], [['rollback']], [['staging', 'production']], [['staging', '--force']]])(
    'refuses %j and says what there is',
    async (words) => {
      const { status, errors } = await deploy(...words, '--dry-run', '--settings', settings)
      expect(status).toBe(2)
      expect(errors).toContain('npm run deploy -- staging | production')
    },
  )
})
