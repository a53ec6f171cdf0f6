import { describe, expect, it } from 'vitest'
import { testsOfChange } from './support/node/changed-tests.ts'

const file = (path: string, { imports = [], text = '' }: { imports?: readonly string[]; text?: string } = {}) => ({
  path,
  text,
  imports: imports.map((to) => ({ specifier: to, names: ['*'], path: to, typeOnly: to.endsWith('types.ts') })),
})

const sources = [
  file('engine/a.ts'),
  file('engine/types.ts'),
  file('engine/b.ts', { imports: ['engine/a.ts', 'engine/types.ts'] }),
  file('tests/support/samples.ts', { text: `read('tests/samples/' + name, "../samples-of-old/x.json")` }),
  file('tests/a.test.ts', { imports: ['engine/a.ts'] }),
  file('tests/b.test.ts', { imports: ['engine/b.ts'] }),
  file('tests/samples.test.ts', { imports: ['tests/support/samples.ts'] }),
  file('tests/started.test.ts', { text: "spawn(node, ['engine/b.ts'])" }),
  file('tests/functions/served/page.test.ts'),
]

describe('the tests that a change can have broken', () => {
  it.each([
    ['reach the changed file by imports', ['engine/b.ts'], ['tests/b.test.ts', 'tests/started.test.ts']],
    ['are themselves changed', ['tests/a.test.ts'], ['tests/a.test.ts']],
    ['read a folder by its name', ['tests/samples/bank/one.csv'], ['tests/samples.test.ts']],
    ['read a file by a path from where they stand', ['tests/samples-of-old/x.json'], ['tests/samples.test.ts']],
  ])('%s', (_, changed, wanted) => {
    expect(testsOfChange(changed, sources).filter((path) => !path.includes('/served/'))).toEqual(wanted)
  })

  it('reach it through others', () => {
    expect(testsOfChange(['engine/a.ts'], sources)).toContain('tests/b.test.ts')
  })

  it('are none where a type alone has changed, which the compiler checks', () => {
    expect(testsOfChange(['engine/types.ts'], sources)).toEqual(['tests/functions/served/page.test.ts'])
  })

  it('are those of a running copy whenever the product changes', () => {
    expect(testsOfChange(['functions/cli/main.ts'], sources)).toEqual(['tests/functions/served/page.test.ts'])
    expect(testsOfChange(['docs/api.md'], sources)).toEqual([])
  })

  it('are all when a tool is set otherwise', () => {
    expect(testsOfChange(['vitest.config.ts'], sources)).toHaveLength(5)
  })
})
