import { execFileSync } from 'node:child_process'
import { dirname, posix } from 'node:path'
import type { SourceFile } from './source.ts'
import { root } from './step.ts'

/** Which files of tests a change can have broken: those that reach a changed file by imports, or by a path that they name. */

/** What every test depends on, by its beginning. */
const ofAllTests = ['package', 'tsconfig.json', 'vitest.config.ts', 'wrangler.toml', 'tests/support/law-setup.ts']

/** Tests of a running copy of the project name no file of it. */
const ofServedCopy = { tests: 'tests/functions/served/', reach: ['engine/', 'schema/', 'functions/'] }

/** The files that differ from `revision`, those that git does not track yet included. */
export function changedSince(revision: string): readonly string[] {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  const listed = git('diff', '--name-only', revision) + git('ls-files', '--others', '--exclude-standard')
  return listed.split('\n').filter((path) => path !== '')
}

/**
 * The tests, of `sources`, that a change of `changed` can have broken, sorted. A file depends on what it imports when it
 * runs, and on each file and folder of the project whose path stands in one of its texts.
 */
export function testsOfChange(changed: readonly string[], sources: readonly Reaching[]): readonly string[] {
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'))
  if (changed.some((path) => ofAllTests.some((each) => path.startsWith(each)))) return tests.sort()
  const users = Map.groupBy(
    sources.flatMap((file) => dependenciesOf(file).map((to) => ({ from: file.path, to }))),
    ({ to }) => to,
  )
  const reached = new Set<string>()
  const reach = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const each of withFoldersOf(path)) for (const { from } of users.get(each) ?? []) reach(from)
  }
  for (const path of changed) reach(path)
  const isOfCopy = changed.some((path) => ofServedCopy.reach.some((each) => path.startsWith(each)))
  return tests.filter((path) => reached.has(path) || (isOfCopy && path.startsWith(ofServedCopy.tests))).sort()
}

type Reaching = Pick<SourceFile, 'path' | 'text' | 'imports'>

function dependenciesOf({ path, text, imports }: Reaching): readonly string[] {
  const imported = imports.flatMap(({ path: to, typeOnly }) => (to === undefined || typeOnly ? [] : [to]))
  const named = [...text.matchAll(/['"`]([\w@.-]*\/[\w@./-]*)/g)].flatMap(([, name = '']) => {
    const place = name.startsWith('.') ? posix.join(dirname(path), name) : name
    return [place.replace(/\/$/, '')]
  })
  return [...imported, ...named]
}

/** `a/b/c.ts` → itself, `a/b`, `a`. */
function withFoldersOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
