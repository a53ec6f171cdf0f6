import type { TextColumn } from '../../record/columns.ts'
import type { NormalizeStep, ReferenceData } from '../language/language.ts'
import { normalizerOf } from '../text/normalize.ts'
import { costOfNormalizing } from '../text/normalize-work.ts'
import { isLookup } from '../text/table-lookup.ts'
import { readOnce } from './read-once.ts'

export interface NormalizedTexts {
  textAt(row: number): string | undefined
  costOf(row: number): number
  countCost(row: number): number
}

type Tables = ReferenceData['tables']

/** The normalised texts of a column. All rules with the same steps share them; the text of a row is normalised once. */
export function normalizedTexts(column: TextColumn, steps: readonly NormalizeStep[], tables: Tables): NormalizedTexts {
  // With a lookup the texts are not shared: in another run a table of the same name may have other entries.
  if (steps.some(isLookup)) return normalize(column, steps, tables)
  const ofColumn = known.get(column) ?? new Map<string, NormalizedTexts>()
  const way = JSON.stringify(steps)
  const texts = ofColumn.get(way) ?? normalize(column, steps, tables)
  known.set(column, ofColumn.set(way, texts))
  return texts
}

const known = new WeakMap<TextColumn, Map<string, NormalizedTexts>>()

function normalize(column: TextColumn, steps: readonly NormalizeStep[], tables: Tables): NormalizedTexts {
  const normalizer = normalizerOf(steps, tables)
  const costOf = (row: number): number => costOfNormalizing(column.byteCountAt(row), steps)
  let counted = new Uint8Array(0)
  return {
    textAt: readOnce(column.rowCount, (row) => {
      const text = column.textAt(row)
      return text === undefined ? undefined : normalizer(text)
    }),
    costOf,
    countCost(row) {
      if (counted.length === 0) counted = new Uint8Array(column.rowCount)
      if (counted[row] === 1) return 0
      counted[row] = 1
      return costOf(row)
    },
  }
}
