import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { root } from '../../support/node/step.ts'

/** The project's programs under the Nodes that callers have; Node is made to believe that its version is an old one. */

const readManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const scripts = new Map<string, string>(Object.entries(readManifest().scripts))

describe.each(['functions/cli/bin/tallystick.js', ...programsOf('start', 'dev', 'test', 'bench')])('%s', (entry) => {
  const words = entry.endsWith('.js') ? [entry] : ['functions/local/npm-script.js', entry]

  it('says which Node is needed where neither the caller nor the project has it', () => {
    const { status, stderr } = runUnder({ version: '20.20.2', platform: 'darwin' }, words)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'Tallystick needs Node 24 or newer and this is Node 20.20.2: install Node 24 (https://nodejs.org); on Linux and on Windows x64, npm ci brings it\n',
    })
  })
})

it.skipIf(process.platform === 'darwin')('runs under the project’s Node where that of the caller is too old', () => {
  const { status, stderr } = runUnder({ version: '20.20.2', platform: process.platform }, [
    'functions/local/npm-script.js',
    'functions/local/start.ts',
    '--port=http',
  ])
  expect(status).toBe(1)
  expect(stderr).toContain('--port is "http", wanted a number from 1 to 65535')
})

/** The program that each npm script launches. */
function programsOf(...names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const [, program] = /^node functions\/local\/npm-script\.js (\S+)$/.exec(String(scripts.get(name))) ?? []
    if (program === undefined) throw new Error(`npm run ${name} does not go through the launcher`)
    return program
  })
}

function runUnder({ version, platform }: { version: string; platform: string }, words: readonly string[]) {
  const preload = [
    `Object.defineProperty(process.versions, 'node', { value: '${version}' })`,
    `Object.defineProperty(process, 'platform', { value: '${platform}' })`,
  ].join(';')
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...words]
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

describe('the command line in one file', () => {
  const start = ({ path }: ProjectCopy, ...words: readonly string[]) => {
    const { status, stdout } = spawnSync(process.execPath, ['functions/cli/bin/tallystick.js', ...words], {
      cwd: path,
      encoding: 'utf8',
    })
    return { status, stdout }
  }

  it('is what runs after npm ci, until a module is changed', () => {
    const project = copyOfProject()
    try {
      spawnSync(process.execPath, ['functions/local/npm-script.js', 'functions/local/prepare-cli.ts'], {
        cwd: project.path,
      })
      const bundlePath = join(project.path, 'functions/dist/tallystick.js')
      const help = start(project, 'help')
      writeFileSync(bundlePath, 'console.log("the bundle")')
      const soon = new Date(Date.now() + 60_000)
      utimesSync(bundlePath, soon, soon)
      expect(start(project, 'help').stdout).toBe('the bundle\n')
      const later = new Date(Date.now() + 120_000)
      utimesSync(join(project.path, 'functions/cli/usage.ts'), later, later)
      expect(start(project, 'help')).toEqual(help)
      expect(help.stdout).toContain('usage: tallystick COMMAND')
    } finally {
      project.remove()
    }
  })

  it('gives the same result and report as its modules', () => {
    const project = copyOfProject()
    const reconcile = () =>
      start(project, 'reconcile', 'tests/samples/bank-statement.csv', 'tests/samples/ledger.csv', '--out', '-')
    try {
      rmSync(join(project.path, 'functions/dist'), { recursive: true, force: true })
      const ofModules = reconcile()
      spawnSync(process.execPath, ['functions/local/npm-script.js', 'functions/local/prepare-cli.ts'], {
        cwd: project.path,
      })
      expect(existsSync(join(project.path, 'functions/dist/tallystick.js'))).toBe(true)
      expect(reconcile()).toEqual(ofModules)
      expect(ofModules.stdout).toContain('"kind":"tallystick/result@1"')
    } finally {
      project.remove()
    }
  })
})
