import type { Mapping } from '@tallystick/schema/mapping'
import type { RowFault } from '../engine-worker/engine-types.ts'

/** What a fault of the reader offers, of its words. */

/** The names of sheets that a fault lists. */
export function sheetsIn({ code, detail }: RowFault): readonly string[] {
  if (code !== 'header_not_found' && code !== 'unknown_sheet') return []
  const [, list] = /(?:other sheets are|wanted one of) (\["(?:[^\]"\\]|\\.|"(?!\]))*"\])/.exec(detail) ?? []
  const names: unknown = list === undefined ? [] : JSON.parse(list)
  return Array.isArray(names) ? names.map(String) : []
}

/**
 * The mappings that a fault offers as JSON, in their order. A text of the file cannot begin one, since its quotes are
 * escaped there.
 */
export function mappingsIn(detail: string): readonly Mapping[] {
  const found: Mapping[] = []
  for (let start = detail.indexOf('{"'); start >= 0; ) {
    const end = endOfObject(detail, start)
    if (end === undefined) break
    const text = detail.slice(start, end)
    // A column of dots stands for a name that the reader does not know.
    if (!text.includes('"…"')) found.push(JSON.parse(text))
    start = detail.indexOf('{"', end)
  }
  return found
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (character === '\\') index += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '{' || character === '[')) depth += 1
    else if (!isQuoted && (character === '}' || character === ']')) {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return undefined
}
