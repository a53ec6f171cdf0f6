import type { BreakLine, ResultChunk } from '@tallystick/engine/result'

export interface ListedBreak {
  readonly line: BreakLine
  readonly recordCount: number
}

/**
 * The first `countMax` breaks of a result, in its order. A break that has a line for each of its records is listed
 * once, with its first record.
 */
export function firstBreaks(chunks: readonly ResultChunk[], countMax: number): readonly ListedBreak[] {
  const texts = chunks.filter(({ view }) => view === 'breaks').map(({ text }) => text)
  const listed: ListedBreak[] = []
  const groups = new Set<string>()
  for (const text of texts)
    for (let start = 0; start < text.length && listed.length < countMax; ) {
      const end = text.indexOf('\n', start)
      const line: BreakLine = JSON.parse(text.slice(start, end))
      start = end + 1
      const { group } = line
      if (group !== undefined && groups.has(group)) continue
      if (group !== undefined) groups.add(group)
      listed.push({ line, recordCount: group === undefined ? idCount(line) : countGroup(texts, group) })
    }
  return listed
}

const idCount = ({ source = [], target = [] }: BreakLine): number => source.length + target.length

/** Counts the records of a break in a group: the break has a line for each of them. */
const countGroup = (texts: readonly string[], group: string): number =>
  texts.reduce((count, text) => count + text.split(`"group":"${group}"`).length - 1, 0)
