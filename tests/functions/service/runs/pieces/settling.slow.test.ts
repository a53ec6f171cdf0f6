import { expect, it } from 'vitest'
import type { PerformTask } from '../../../../../functions/service/runs/pieces/piece-context.ts'
import type { PieceStore } from '../../../../../functions/service/runs/pieces/piece-store.ts'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'
import { performTimes } from '../../../../support/pieces/tasks.ts'
import { unsettledRules as rules, unsettled } from '../../../../support/pieces/unsettled.ts'

/** What is settled when all rules have passed, where many groups have much of it. */

const sides = unsettled(8)
const given = { ...sides, policy: policyOf(rules), partRecordCount: 20 }
/** Groups of some accounts, and stretches of some files. */
const sizes = { pieceByteCountMax: 2_000, mergedLineCountMax: 50, mergedFileCountMax: 8 }

const memory = run({ ...sides, rules })
const linesOf = ({ text }: { readonly text: string }): readonly string[] => text.split('\n').slice(1)

it('has twins, sums that fall short, listed records that are taken, and pairs that two rules find', () => {
  const breaks = linesOf(memory).filter((line) => line.includes('"kind":"break"'))
  expect(memory.summary.breaks).toMatchObject({ duplicate: 8, sum_mismatch: 24 })
  expect(breaks.some((line) => line.includes('"taken":["t'))).toBe(true)
  const suggestedBy = (ids: readonly string[]) =>
    linesOf(run({ ...sides, rules: rules.filter(({ id }) => ids.includes(id ?? '')) }))
      .filter((line) => line.includes('"kind":"suggestion"'))
      .map((line) => JSON.parse(line))
      .map(({ source, target }) => `${source} ${target}`)
  expect(suggestedBy(['exact', 'later', 'wide'])).toEqual(
    expect.arrayContaining(suggestedBy(['exact', 'later', 'near'])),
  )
})

it('comes to the same as in memory, and to the same files when every task is done twice', async () => {
  const once = await inPieces({ ...given, sizes })
  expect(linesOf(once)).toEqual(linesOf(memory))
  expect(once.summary).toEqual(memory.summary)
  const twice = await inPieces({ ...given, sizes, perform: performTimes(2) })
  expect(new Map(twice.files)).toEqual(new Map(once.files))
})

interface Access {
  readonly task: string
  readonly kind: 'read' | 'write'
  readonly name: string
}

/** What each task reads and writes. */
async function accesses(): Promise<readonly Access[]> {
  const all: Access[] = []
  let current = ''
  const performOnce = performTimes(1)
  const perform: PerformTask = (name, task) =>
    performOnce(name, () => {
      current = name
      return task()
    })
  const through = (store: PieceStore): PieceStore => ({
    ...store,
    read(name, ...range) {
      all.push({ task: current, kind: 'read', name })
      return store.read(name, ...range)
    },
    write(name, bytes) {
      all.push({ task: current, kind: 'write', name })
      return store.write(name, bytes)
    },
  })
  await inPieces({ ...given, sizes, perform, through })
  return all
}

it('reads a settled record once for all findings, and a suggestion once for all groups but those of later rules', async () => {
  const all = await accesses()
  const readBy = (task: string, folder: string) =>
    all
      .filter(({ kind, name }) => kind === 'read' && name.startsWith(folder))
      .filter((each) => each.task.startsWith(task))
      .map(({ name }) => name)
  expect(readBy('findings-', 'found/').length).toBeGreaterThan(0)
  expect(readBy('findings-', 'settled/')).toEqual([])
  const sought = readBy('sought-', 'settled/')
  expect(sought.length).toBeGreaterThan(0)
  expect(new Set(sought).size).toBe(sought.length)
  expect(readBy('suggestions-00004', 'suggested')).toEqual([])
  expect(new Set(readBy('suggestions-00005', 'suggested'))).toEqual(new Set(['suggested-before/00004/00000']))
  expect(new Set(readBy('merge-breaks', 'suggested'))).toEqual(
    new Set(['suggested-records/source', 'suggested-records/target']),
  )
})

it('writes the states of all records once for the findings of a rule', async () => {
  const all = await accesses()
  const taken = all.filter(({ kind, task, name }) => kind === 'write' && /^broken/.test(task) && /^ends\//.test(name))
  expect(taken.map(({ task }) => task)).toEqual(['broken-00001', 'broken-00001', 'broken-00002', 'broken-00002'])
  const groups = new Set(all.map(({ task }) => task).filter((task) => task.startsWith('take-findings-')))
  expect(groups.size).toBeGreaterThan(2)
})
