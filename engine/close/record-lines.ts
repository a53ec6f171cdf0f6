import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { BySide, Side } from '../record/side.ts'
import type { ItemName } from './item-name.ts'
import { linesIn, type ResultLines, type ResultTexts, readResult } from './period-result.ts'
import { type PlacedRecord, type RecordPlace, readPeriodSide } from './period-side.ts'
import type { Reading } from './reading.ts'
import { type RunOfPeriod, readWanted } from './wanted-lines.ts'

/** What a period holds of its records and its result. */
export interface RecordLines {
  readonly records: BySide<readonly PlacedRecord[]>
  /** The roots over all lines of the sides. */
  readonly roots: BySide<string>
  /** Empty before the first run. */
  readonly result: ResultLines
  /** Whether a record that is not held has an id as residuals have them. */
  readonly hidesResidualId: boolean
}

/**
 * Whether a period holds all records and lines of its result, or only those that its fold wants, also for decisions that
 * name further records. `onItems` is called with how many records the lines name so far, and throws where those are too many.
 */
export type HeldLines =
  | 'all'
  | { readonly named: readonly ItemName[]; readonly onItems?: ((itemCount: number) => void) | undefined }

interface LinesToRead {
  readonly result: ResultTexts
  readonly held: HeldLines
}

/** Reads the records of a period and its result. */
export function* readRecordLines(
  sha256: Sha256,
  period: RunOfPeriod,
  { result, held }: LinesToRead,
): Reading<Parsed<RecordLines>> {
  const lines = held === 'all' ? yield* readAll(result) : yield* readWanted(sha256, period, { result, ...held })
  if (!lines.ok) return refused(`result.ndjson: ${lines.detail}`)
  const { manifest, opening, aside } = period
  const { ids } = lines.value
  const readSide = function* (side: Side) {
    const keeps =
      ids &&
      (({ aside: place, part, shownId }: RecordPlace) => place !== undefined || part === 0 || ids[side].has(shownId))
    const read = yield* readPeriodSide(sha256, {
      ...{ side, parts: manifest.parts[side], opening: opening.items, aside, keeps },
    })
    return read.ok ? read : refused(`${side}.ndjson: ${read.detail}`)
  }
  const source = yield* readSide('source')
  if (!source.ok) return source
  const target = yield* readSide('target')
  if (!target.ok) return target
  return parsed({
    result: lines.value.lines,
    records: { source: source.value.records, target: target.value.records },
    roots: { source: source.value.root, target: target.value.root },
    hidesResidualId: source.value.hidesResidualId || target.value.hidesResidualId,
  })
}

function* readAll(result: ResultTexts): Reading<Parsed<{ readonly lines: ResultLines; readonly ids: undefined }>> {
  const texts: string[] = []
  const read = yield* readResult(result, (_, text) => void texts.push(text))
  return read.ok ? parsed({ lines: linesIn(texts), ids: undefined }) : read
}
