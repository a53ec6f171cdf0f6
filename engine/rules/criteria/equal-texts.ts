import type { TextColumn } from '../../record/columns.ts'
import { numberTexts } from '../../record/number-texts.ts'
import { type Numbering, noValue, numberOfRow, unread } from '../../record/numbering.ts'
import type { BySide } from '../../record/side.ts'
import type { NormalizeStep, ReferenceData } from '../language/language.ts'
import { isLookup } from '../text/table-lookup.ts'
import { type NormalizedTexts, normalizedTexts } from './normalized-texts.ts'
import { numberedOnce } from './numbered-once.ts'

interface EqualTexts {
  readonly source: TextColumn
  readonly target: TextColumn
  readonly steps: readonly NormalizeStep[]
  readonly tables: ReferenceData['tables']
}

/**
 * Numbers the texts of both sides after normalising; equal texts have one number. Each distinct text is normalised
 * once.
 */
export function numberEqualTexts({ source, target, steps, tables }: EqualTexts): Numbering {
  const written = numberTexts(source, target)
  if (steps.length === 0) return written
  const number = (): Numbering =>
    numberNormalized({
      written,
      source: normalizedTexts(source, steps, tables),
      target: normalizedTexts(target, steps, tables),
      rowCounts: { source: source.rowCount, target: target.rowCount },
    })
  // With a lookup the numbers are not kept: in another run a table of the same name may have other entries.
  return steps.some(isLookup) ? number() : numberedOnce({ source, target }, JSON.stringify(steps), number)
}

interface WrittenTexts extends BySide<NormalizedTexts> {
  readonly written: Numbering
  readonly rowCounts: BySide<number>
}

/** Numbers each row when it is first read. */
function numberNormalized({ written, rowCounts, ...texts }: WrittenTexts): Numbering {
  const numbers = {
    source: new Int32Array(rowCounts.source).fill(unread),
    target: new Int32Array(rowCounts.target).fill(unread),
  }
  const byText = new Map<string, number>()
  const byWritten = new Map<number, number>([[noValue, noValue]])
  const numberOf = (normalized: string | undefined): number => {
    if (normalized === undefined) return noValue
    const known = byText.get(normalized) ?? byText.size + 1
    byText.set(normalized, known)
    return known
  }
  return {
    ...numbers,
    read(side, row) {
      const own = numberOfRow(written, side, row)
      const number = byWritten.get(own) ?? numberOf(texts[side].textAt(row))
      byWritten.set(own, number)
      numbers[side][row] = number
      return number
    },
  }
}
