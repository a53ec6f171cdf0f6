import { compareUtf8 } from '../base/bytes.ts'
import type { JsonValue } from '../base/canonical.ts'
import { addDecimals, type Decimal, formatDecimal } from '../base/decimal.ts'
import { isObject, isTextList } from '../base/json-shape.ts'
import { readLines } from '../base/line-splitter.ts'
import type { Table } from '../record/table.ts'
import { controlAmount, currencyOf, zero } from '../result/control-amount.ts'
import { type Confidence, confidences } from '../rules/language.ts'
import type { ArtifactParts } from '../verify/chain/artifact-reader.ts'

export interface ComparedResults {
  /** The lines of the result that was; null where the run failed and has none. */
  readonly before: ArtifactParts | null
  readonly after: ArtifactParts
  /** The source that both results are about. */
  readonly source: Table
}

/** How two results over the same records differ. Lists are by source id, by UTF-8 bytes; targets ascend likewise. */
export type ResultDifference = {
  /** Source records that are in a match after and were in none before. */
  readonly newlyMatched: readonly { readonly source: string; readonly after: readonly string[] }[]
  readonly noLongerMatched: readonly { readonly source: string; readonly before: readonly string[] }[]
  /** Source records that are matched with other target records than before. */
  readonly rePaired: readonly {
    readonly source: string
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
  /** Control amounts of matched source records by currency and confidence, where either result has any. */
  readonly value: { readonly [currency: string]: { readonly [level in Confidence]?: BeforeAfter } }
  /** A list was cut after 1,000. */
  readonly truncated: boolean
}

type BeforeAfter = { readonly before: string; readonly after: string }

/** Elements of a list of a difference at most. */
export const differenceCountMax = 1_000

/**
 * Compares two results by what became of each source record. Reads each once, line by line; about 100 bytes a matched
 * source record. Lines of other kinds are passed over; throws a SyntaxError on one that is no JSON.
 */
export async function compareResults({ before, after, source }: ComparedResults): Promise<ResultDifference> {
  const [was, is] = [await readMatches(before ?? []), await readMatches(after)]
  const newlyMatched: { source: string; after: readonly string[] }[] = []
  const noLongerMatched: { source: string; before: readonly string[] }[] = []
  const rePaired: { source: string; before: readonly string[]; after: readonly string[] }[] = []
  for (const id of [...new Set([...was.keys(), ...is.keys()])].sort(compareUtf8)) {
    const [old, now] = [was.get(id)?.target, is.get(id)?.target]
    if (old === undefined && now !== undefined) newlyMatched.push({ source: id, after: now })
    else if (old !== undefined && now === undefined) noLongerMatched.push({ source: id, before: old })
    else if (old !== undefined && now !== undefined && !isEqual(old, now))
      rePaired.push({ source: id, before: old, after: now })
  }
  const cut = <Element>(list: readonly Element[]): readonly Element[] => list.slice(0, differenceCountMax)
  return {
    newlyMatched: cut(newlyMatched),
    noLongerMatched: cut(noLongerMatched),
    rePaired: cut(rePaired),
    value: compareValues(source, was, is),
    truncated: [newlyMatched, noLongerMatched, rePaired].some(({ length }) => length > differenceCountMax),
  }
}

interface MatchedRecord {
  readonly target: readonly string[]
  readonly level: Confidence
}

/** Source id → what it is matched with. */
async function readMatches(parts: ArtifactParts): Promise<ReadonlyMap<string, MatchedRecord>> {
  const matches = new Map<string, MatchedRecord>()
  for await (const lines of readLines(parts)) {
    for (const { text } of lines) {
      const match = text === undefined ? undefined : matchIn(JSON.parse(text))
      for (const id of match?.source ?? []) if (match) matches.set(id, match)
    }
  }
  return matches
}

function matchIn(line: JsonValue): (MatchedRecord & { readonly source: readonly string[] }) | undefined {
  if (!isObject(line) || line['kind'] !== 'match') return undefined
  const { source, target } = { source: line['source'], target: line['target'] }
  const level = confidences.find((each) => each === line['confidence'])
  return isTextList(source) && isTextList(target) && level ? { source, target, level } : undefined
}

const isEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

type Matches = ReadonlyMap<string, MatchedRecord>
type Sums = Map<string, Map<Confidence, Decimal>>

function compareValues(source: Table, was: Matches, is: Matches): ResultDifference['value'] {
  const [old, now] = [sumMatched(source, was), sumMatched(source, is)]
  const currencies = [...new Set([...old.keys(), ...now.keys()])].sort()
  return Object.fromEntries(
    currencies.map((currency) => {
      const [before, after] = [old.get(currency), now.get(currency)]
      const levels = confidences.filter((level) => before?.has(level) || after?.has(level))
      const sums = (level: Confidence): BeforeAfter => ({
        before: formatDecimal(before?.get(level) ?? zero),
        after: formatDecimal(after?.get(level) ?? zero),
      })
      return [currency, Object.fromEntries(levels.map((level) => [level, sums(level)]))]
    }),
  )
}

function sumMatched(source: Table, matches: Matches): Sums {
  const sums: Sums = new Map()
  const ids = source.text('id')
  for (let row = 0; row < source.rowCount; row++) {
    const match = matches.get(ids.textAt(row) ?? '')
    if (match === undefined) continue
    const currency = currencyOf(source, row)
    const byLevel = sums.get(currency) ?? new Map<Confidence, Decimal>()
    byLevel.set(match.level, addDecimals(byLevel.get(match.level) ?? zero, controlAmount(source, row)))
    sums.set(currency, byLevel)
  }
  return sums
}
