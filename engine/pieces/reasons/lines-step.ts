import { at } from '../../base/at.ts'
import { recordId } from '../../record/id-column.ts'
import { searcherBreaks } from './open-lines.ts'
import type { NamedRecord } from './piece-finds.ts'
import { readSearchers } from './plan-step.ts'
import type { ReasonRun } from './reason-input.ts'
import { readBytes, readLines, writeLines } from './reason-store.ts'
import { parseState } from './searcher-state.ts'
import { groupOfSearcher, type SettledFinds } from './settle-finds.ts'

export interface GroupToWrite {
  readonly group: number
  readonly state: string
  /** The joins in which searchers of the group found records. */
  readonly foundIn: readonly number[]
}

/** Writes the breaks of a group of searchers. Returns the key of their object. */
export async function writeReasonLines(run: ReasonRun, { group, state, foundIn }: GroupToWrite): Promise<string> {
  const { store, joins, pause } = run
  const key = `lines/${group}`
  const found = { misses: [] as SettledFinds[], taken: [] as SettledFinds[] }
  for (const join of foundIn) {
    const kind = at(joins, join).failed === undefined ? 'taken' : 'misses'
    for (const each of await readLines<SettledFinds>(store, `settled/${join}/${group}`)) found[kind].push(each)
  }
  const searchers = await namedSearchers(run, group)
  const known = parseState(await readBytes(store, state))
  const breaks = searcherBreaks({ ...found, searchers, state: known })
  await pause()
  await writeLines(store, key, breaks)
  return key
}

async function namedSearchers(run: ReasonRun, group: number): Promise<ReadonlyMap<number, NamedRecord>> {
  const { surveyed, searcherCount, groupCount } = run
  const isOwn = (searcher: number): boolean => groupOfSearcher(searcher, searcherCount, groupCount) === group
  const named = new Map<number, NamedRecord>()
  for (const [segment, { firstSearcher, searcherCount: ownCount }] of surveyed.entries()) {
    const last = firstSearcher + ownCount - 1
    if (ownCount === 0 || groupOf(firstSearcher, run) > group || groupOf(last, run) < group) continue
    const { side, entries } = await readSearchers(run, segment)
    for (const [row, { number, searcher }] of entries.marks.entries())
      if (isOwn(firstSearcher + searcher))
        named.set(firstSearcher + searcher, { side, number, id: recordId(entries.table, row) })
  }
  return named
}

const groupOf = (searcher: number, { searcherCount, groupCount }: ReasonRun): number =>
  groupOfSearcher(searcher, searcherCount, groupCount)
