import { nearestHint } from '../../base/nearest-name.ts'
import type { CriterionInput, NormalizeStep, ReferenceData, RuleFault } from '../language/language.ts'
import { normalizerOf } from './normalize.ts'
import { stepsOfNormalizing } from './normalize-work.ts'
import { isLookup, type LookupStep, spelledTable, tableNamed } from './table-lookup.ts'

/**
 * The most table entries that the lookups of a policy may keep in memory. A table is kept, and counted, once for each
 * list of steps that precedes a lookup in it.
 */
const spelledEntryCountMax = 200_000

/** The most steps for preparing these entries: rules are checked while the request waits. */
const spellingStepCountMax = 2 ** 30

interface PlacedCriteria {
  readonly match: readonly CriterionInput[]
  readonly pointer: string
}

type Tables = ReferenceData['tables']

/**
 * Adds faults for a lookup that names no table, for two keys with different values that the steps before a lookup make
 * equal, and for too many entries or steps. O(prepared entries).
 */
export function checkLookups(rules: readonly PlacedCriteria[], tables: Tables, faults: RuleFault[]): void {
  const lookups = rules.flatMap(({ match, pointer }) =>
    match.flatMap(({ normalize = [] }, index) => lookupsIn(normalize, `${pointer}/${index}/normalize`)),
  )
  for (const { step, pointer } of lookups)
    if (tableNamed(tables, step.lookup) === undefined)
      faults.push({ pointer, code: 'unknown_table', detail: unknownTable(step.lookup, Object.keys(tables)) })
  const { entryCount, stepCount } = countSpelled(lookups, tables)
  if (entryCount > spelledEntryCountMax || stepCount > spellingStepCountMax) {
    const [got, wanted] =
      entryCount > spelledEntryCountMax
        ? [`${entryCount} entries`, spelledEntryCountMax]
        : [`${stepCount} steps to spell the keys`, spellingStepCountMax]
    const detail = `Got ${got}, a table counted once for each list of steps before a lookup, wanted at most ${wanted}`
    faults.push({ pointer: '/tables', code: 'too_big', detail })
    return
  }
  for (const lookup of lookups) refuseClash(lookup, tables, faults)
}

interface PlacedLookup {
  readonly step: LookupStep
  readonly steps: readonly NormalizeStep[]
  readonly pointer: string
}

/** The lookup of a criterion; the criterion's own check refuses a second one. */
function lookupsIn(steps: readonly NormalizeStep[], pointer: string): readonly PlacedLookup[] {
  const index = steps.findIndex(isLookup)
  const step = steps[index]
  return step !== undefined && isLookup(step)
    ? [{ step, steps: steps.slice(0, index), pointer: `${pointer}/${index}/lookup` }]
    : []
}

function countSpelled(
  lookups: readonly PlacedLookup[],
  tables: Tables,
): { readonly entryCount: number; readonly stepCount: number } {
  const uses = new Map(lookups.map(({ step, steps }) => [JSON.stringify([step.lookup, steps]), { step, steps }]))
  let [entryCount, stepCount] = [0, 0]
  for (const { step, steps } of uses.values()) {
    const keys = Object.keys(tableNamed(tables, step.lookup) ?? {})
    entryCount += keys.length
    stepCount += stepsOfNormalizing(
      keys.reduce((sum, key) => sum + key.length, 0),
      steps,
    )
  }
  return { entryCount, stepCount }
}

function refuseClash({ step, steps, pointer }: PlacedLookup, tables: Tables, faults: RuleFault[]): void {
  const table = tableNamed(tables, step.lookup)
  const clash = table && spelledTable(table, { steps, spell: normalizerOf(steps, tables) }).clash
  if (clash === undefined) return
  const [first, second] = clash.map((key) => JSON.stringify(key))
  const detail = `The keys ${first} and ${second} of ${step.lookup} are one key after the steps before, with two values`
  faults.push({ pointer, code: 'conflict', detail })
}

const unknownTable = (name: string, known: readonly string[]): string =>
  `Got ${JSON.stringify(name)}, wanted the name of one of the run’s tables${nearestHint(name, known)}`
