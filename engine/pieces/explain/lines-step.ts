import { at } from '../../base/at.ts'
import { recordId } from '../../record/id-column.ts'
import type { ExplainRun } from './explain-input.ts'
import { type NamedStep, readBytes, readLines, writeLines } from './explain-store.ts'
import { parseState } from './looker-state.ts'
import { explainedBreaks } from './open-lines.ts'
import type { NamedRecord } from './piece-finds.ts'
import { readLookers } from './plan-step.ts'
import { groupOfLooker, type SettledFinds } from './settle-finds.ts'

/** A group of lookers when all joins are searched. */
export interface GroupToWrite {
  readonly group: number
  /** The object with what lookers know. */
  readonly state: string
  /** In the order of the joins: where finds are. */
  readonly foundIn: readonly { readonly join: number; readonly groups: readonly number[] }[]
}

/** Writes the breaks of a group of lookers in one step, which returns the key of the object. */
export function linesStep(run: ExplainRun, { group, state, foundIn }: GroupToWrite): NamedStep<string> {
  const { store, joins, rest } = run
  const key = `lines/${group}`
  const work = async () => {
    const found = { misses: [] as SettledFinds[], taken: [] as SettledFinds[] }
    for (const { join, groups } of foundIn) {
      if (!groups.includes(group)) continue
      const kind = at(joins, join).failed === undefined ? 'taken' : 'misses'
      for (const each of await readLines<SettledFinds>(store, `settled/${join}/${group}`)) found[kind].push(each)
    }
    const lookers = await namedLookers(run, group)
    const known = parseState(await readBytes(store, state))
    const breaks = explainedBreaks({ ...found, lookers, state: known })
    await rest()
    await writeLines(store, key, breaks)
    return key
  }
  return { name: `explain lines ${group}`, work }
}

async function namedLookers(run: ExplainRun, group: number): Promise<ReadonlyMap<number, NamedRecord>> {
  const { surveyed, lookerCount, groupCount } = run
  const isOwn = (looker: number): boolean => groupOfLooker(looker, lookerCount, groupCount) === group
  const named = new Map<number, NamedRecord>()
  for (const [slice, { firstLooker, lookerCount: ownCount }] of surveyed.entries()) {
    const last = firstLooker + ownCount - 1
    if (ownCount === 0 || groupOf(firstLooker, run) > group || groupOf(last, run) < group) continue
    const { side, entries } = await readLookers(run, slice)
    for (const [row, { number, looker }] of entries.marks.entries())
      if (isOwn(firstLooker + looker))
        named.set(firstLooker + looker, { side, number, id: recordId(entries.table, row) })
  }
  return named
}

const groupOf = (looker: number, { lookerCount, groupCount }: ExplainRun): number =>
  groupOfLooker(looker, lookerCount, groupCount)
