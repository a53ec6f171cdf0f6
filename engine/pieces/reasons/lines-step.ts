import { at } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import type { BreakCause } from '../../result/causes.ts'
import type { DescribedFinds, OpenRecord } from '../../result/describe-found.ts'
import type { GroupFinds } from '../../result/describe-groups.ts'
import type { PartOf } from '../../result/line.ts'
import { codeOf } from '../../result/search-part.ts'
import { readCauses } from './cause-steps.ts'
import { readGroups } from './group-step.ts'
import { type NamedRecord, searcherBreaks } from './open-lines.ts'
import type { ReasonRun } from './reason-input.ts'
import { readLines, writeLines } from './reason-store.ts'
import { readCohortLines } from './searchers.ts'
import { groupOfSearcher, readState } from './settle-step.ts'

export interface GroupToWrite {
  readonly group: number
  readonly state: string
  /** The joins in which searchers of the group found records. */
  readonly foundIn: readonly number[]
  /** Whether a rule pairs groups. */
  readonly hasGroups: boolean
  /** Whether causes were found. */
  readonly hasCauses: boolean
}

export const linesKey = (group: number): string => `lines/${group}`

/** Writes the breaks of a group of searchers. */
export async function writeReasonLines(
  run: ReasonRun,
  { group, state, foundIn, hasGroups, hasCauses }: GroupToWrite,
): Promise<void> {
  const { store, joins, pause } = run
  const found = { misses: [] as DescribedFinds[], taken: [] as DescribedFinds[] }
  for (const join of foundIn) {
    const kind = at(joins, join).failed === undefined ? 'taken' : 'misses'
    for (const each of await readLines<DescribedFinds>(store, `settled/${join}/${group}`)) found[kind].push(each)
  }
  const searchers = await namedSearchers(run, group)
  const known = await readState(store, state)
  const parts = await run.readParts(new Set([...searchers.values()].map(({ side, number }) => codeOf(side, number))))
  const causes: ReadonlyMap<number, BreakCause> = hasCauses ? await readCauses(run, group) : new Map()
  const groups: ReadonlyMap<number, GroupFinds> = hasGroups ? await readGroups(run, group) : new Map()
  const partOf = ({ side, number }: OpenRecord): PartOf | undefined => parts.get(codeOf(side, number))
  const breaks = searcherBreaks({ ...found, searchers, state: known, groups, partOf, causes })
  await pause()
  await writeLines(store, linesKey(group), breaks)
  run.count('lines', run.groupCount)
}

async function namedSearchers(run: ReasonRun, group: number): Promise<ReadonlyMap<number, NamedRecord>> {
  const { cohorts, searcherCount, groupCount } = run
  const groupOf = (searcher: number): number => groupOfSearcher(searcher, searcherCount, groupCount)
  const named = new Map<number, NamedRecord>()
  for (const [cohort, { side, firstSearcher, searcherCount: ownCount }] of cohorts.entries()) {
    if (groupOf(firstSearcher) > group || groupOf(firstSearcher + ownCount - 1) < group) continue
    const { rowCount, numberOf, lineOf } = await readCohortLines(run, cohort)
    for (let row = 0; row < rowCount; row++)
      if (groupOf(firstSearcher + row) === group)
        named.set(firstSearcher + row, { side, number: numberOf(row), id: JSON.parse(fromUtf8(lineOf(row))).id })
  }
  return named
}
