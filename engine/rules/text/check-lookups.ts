import { nearestName } from '../../base/nearest-name.ts'
import type { CriterionInput, ReferenceData, RuleFault } from '../language.ts'
import { normalizerOf } from '../normalize.ts'
import { isLookup, spelledTable, tableNamed } from './table-lookup.ts'

interface Place {
  /** JSON Pointer to the criterion. */
  readonly pointer: string
  readonly tables: ReferenceData['tables']
}

/**
 * Adds to `faults` the lookups of a criterion that name no table, or a table of which two keys with different values are
 * one key after the steps before. O(entries of the tables).
 */
export function checkLookups({ normalize }: CriterionInput, { pointer, tables }: Place, faults: RuleFault[]): void {
  for (const [index, step] of (normalize ?? []).entries()) {
    if (!isLookup(step)) continue
    const refuse = (code: string, detail: string): void => {
      faults.push({ pointer: `${pointer}/normalize/${index}/lookup`, code, detail })
    }
    const steps = (normalize ?? []).slice(0, index)
    const table = tableNamed(tables, step.lookup)
    if (table === undefined) refuse('unknown_table', unknownTable(step.lookup, Object.keys(tables)))
    else if (!steps.some(isLookup)) {
      const { clash } = spelledTable(table, { steps, spell: normalizerOf(steps, tables) })
      if (clash !== undefined)
        refuse('conflict', `${listed(clash)} of ${step.lookup} are one key after the steps before, with two values`)
    }
  }
}

function unknownTable(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const hint = nearest === undefined ? '' : `; the nearest is ${nearest}`
  return `Got ${JSON.stringify(name)}, wanted the name of one of the run’s tables${hint}`
}

const listed = ([first, second]: readonly [string, string]): string =>
  `The keys ${JSON.stringify(first)} and ${JSON.stringify(second)}`
