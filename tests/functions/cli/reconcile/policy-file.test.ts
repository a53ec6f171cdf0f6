import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, readLines, runWords } from '../../../support/node/command.ts'
import { readDoc } from '../../../support/node/docs.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const header = 'id,date,amount,currency,reference\n'
const left = scratch.write('left.csv', `${header}s1,2026-03-02,100,EUR,INV-7\n`)
const right = scratch.write('right.csv', `${header}t1,2026-03-02,100.00,EUR,INV-7\n`)
const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
const tables = { customers: { 'ACME LTD': '10023' } }

async function reconcileWith(policy: unknown) {
  const path = scratch.write('rules.json', typeof policy === 'string' ? policy : JSON.stringify(policy))
  const out = scratch.path('result.ndjson')
  const end = await runWords(['reconcile', left, right, '--rules', path, '--out', out])
  return { ...end, path, header: () => readLines(out, 'tallystick/result@1')[0] }
}

describe('a file of rules', () => {
  it('may be an object with tables, rates and calendars, which the policy hash covers', async () => {
    const alone = await reconcileWith({ rules })
    const list = await reconcileWith(rules)
    const hash = list.header()?.policy
    expect(alone).toMatchObject({ code: 0, errors: '' })
    expect(alone.header()?.policy).toBe(hash)
    const withTables = await reconcileWith({ rules, tables, rates: [], calendars: {} })
    expect(withTables).toMatchObject({ code: 0, errors: '' })
    expect(withTables.header()?.policy).not.toBe(hash)
  })

  it('is the example of docs/rules.md', async () => {
    const [, example = ''] = /^```json\n(\{ "rules"[\s\S]*?)^```/m.exec(readDoc('rules')) ?? []
    expect(await reconcileWith(example)).toMatchObject({ code: 0, errors: '' })
  })

  it.each<[string, unknown, readonly string[]]>([
    ['no rules', { tables }, ['/rules: Missing, wanted a list']],
    ['an unknown member', { rules, tabels: {} }, ['/tabels: There is no such member here; did you mean tables?']],
    [
      'faults of every member',
      { rules: [{ match: [{ feild: 'amount' }] }], tables: { customers: [['a']] }, rates: 7, calendars: { x: [] } },
      [
        '/rules/0/match/0/feild: There is no such member here; did you mean field?',
        '/tables/customers/0: Got a list, wanted [key, value]',
        '/rates: Got 7, wanted a list',
        '/calendars/x: Got an empty list, wanted an object',
      ],
    ],
    [
      'a fault of meaning',
      { rules: [], tables },
      ['/tables: The built-in policy refers to no tables: wanted rules that do'],
    ],
  ])('with %s is refused with file and pointer', async (_, policy, faults) => {
    const { code, errors, path } = await reconcileWith(policy)
    expect(code).toBe(2)
    for (const fault of faults) expect(errors).toContain(`${path} ${fault}\n`)
    expect(errors.split('\n').filter((line) => line.includes(path))).toHaveLength(faults.length)
  })

  it('with a key twice is refused with its place and pointer', async () => {
    const { code, errors, path } = await reconcileWith('{"rules":[],"tables":{"t":{"a":"1",\n"a":"2"}}}')
    expect({ code, errors }).toEqual({
      code: 2,
      errors: `tallystick: ${path}:2:1 /tables/t/a: Got the member "a" twice, wanted each name once\n`,
    })
  })
})
