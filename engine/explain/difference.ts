import { compareUtf8 } from '../base/bytes.ts'
import type { JsonValue } from '../base/canonical.ts'
import { isObject, isTextList } from '../base/json-shape.ts'
import { type LineParts, readLines } from '../base/line-splitter.ts'
import { recordIds } from '../record/id-column.ts'
import type { Table } from '../record/table.ts'
import { controlTotals } from '../result/control-amount.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'

interface ComparedResults {
  /** The lines of the earlier result; null where the earlier run failed and has none. */
  readonly before: LineParts | null
  readonly after: LineParts
  readonly source: Table
}

/** How two results over the same records differ. Lists are sorted by id, by UTF-8 bytes. */
export type ResultDifference = {
  /** Source records that were not matched before. */
  readonly newlyMatched: readonly { readonly source: string; readonly after: readonly string[] }[]
  readonly noLongerMatched: readonly { readonly source: string; readonly before: readonly string[] }[]
  /** Source records that are matched with other targets than before. */
  readonly rePaired: readonly {
    readonly source: string
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
  /** The control amounts of matched source records, before and after. */
  readonly value: { readonly [currency: string]: { readonly [level in Confidence]?: BeforeAfter } }
  readonly truncated: boolean
}

type BeforeAfter = { readonly before: string; readonly after: string }

export const differenceCountMax = 1_000

/**
 * Compares two results by the matches of each source record. Reads each result once, line by line. Needs about 100
 * bytes for each matched source record. Throws a SyntaxError on a line that is not JSON.
 */
export async function compareResults({ before, after, source }: ComparedResults): Promise<ResultDifference> {
  const matchesBefore = await readMatches(before ?? [])
  const matchesAfter = await readMatches(after)
  const newlyMatched: { source: string; after: readonly string[] }[] = []
  const noLongerMatched: { source: string; before: readonly string[] }[] = []
  const rePaired: { source: string; before: readonly string[]; after: readonly string[] }[] = []
  for (const id of [...new Set([...matchesBefore.keys(), ...matchesAfter.keys()])].sort(compareUtf8)) {
    const [old, now] = [matchesBefore.get(id)?.target, matchesAfter.get(id)?.target]
    if (old === undefined && now !== undefined) newlyMatched.push({ source: id, after: now })
    else if (old !== undefined && now === undefined) noLongerMatched.push({ source: id, before: old })
    else if (old !== undefined && now !== undefined && !areEqual(old, now))
      rePaired.push({ source: id, before: old, after: now })
  }
  const cut = <Element>(list: readonly Element[]): readonly Element[] => list.slice(0, differenceCountMax)
  return {
    newlyMatched: cut(newlyMatched),
    noLongerMatched: cut(noLongerMatched),
    rePaired: cut(rePaired),
    value: compareTotals(totalsByLevel(source, matchesBefore), totalsByLevel(source, matchesAfter)),
    truncated: [newlyMatched, noLongerMatched, rePaired].some(({ length }) => length > differenceCountMax),
  }
}

interface RecordMatch {
  readonly target: readonly string[]
  readonly level: Confidence
}

async function readMatches(parts: LineParts): Promise<ReadonlyMap<string, RecordMatch>> {
  const matches = new Map<string, RecordMatch>()
  for await (const lines of readLines(parts)) {
    for (const { text } of lines) {
      const match = text === undefined ? undefined : matchIn(JSON.parse(text))
      if (match !== undefined) for (const id of match.source) matches.set(id, match)
    }
  }
  return matches
}

function matchIn(line: JsonValue): (RecordMatch & { readonly source: readonly string[] }) | undefined {
  if (!isObject(line) || line['kind'] !== 'match') return undefined
  const { source, target } = { source: line['source'], target: line['target'] }
  const level = confidences.find((each) => each === line['confidence'])
  return isTextList(source) && isTextList(target) && level ? { source, target, level } : undefined
}

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

type TotalsByLevel = ReadonlyMap<Confidence, ReadonlyMap<string, string>>

function totalsByLevel(source: Table, matches: ReadonlyMap<string, RecordMatch>): TotalsByLevel {
  const matched = recordIds(source).flatMap((id, row) => {
    const match = matches.get(id)
    return match === undefined ? [] : [{ row, level: match.level }]
  })
  const totalsOf = (records: typeof matched) =>
    controlTotals(
      source,
      records.map(({ row }) => row),
    )
  const byLevel = Map.groupBy(matched, ({ level }) => level)
  return new Map([...byLevel].map(([level, records]) => [level, new Map(Object.entries(totalsOf(records)))]))
}

function compareTotals(before: TotalsByLevel, after: TotalsByLevel): ResultDifference['value'] {
  const currencies = [...before.values(), ...after.values()].flatMap((totals) => [...totals.keys()])
  return Object.fromEntries(
    [...new Set(currencies)].sort().map((currency) => {
      const levels = confidences.flatMap((level): [Confidence, BeforeAfter][] => {
        const [old, now] = [before.get(level)?.get(currency), after.get(level)?.get(currency)]
        return old === undefined && now === undefined ? [] : [[level, { before: old ?? '0', after: now ?? '0' }]]
      })
      return [currency, Object.fromEntries(levels)]
    }),
  )
}
