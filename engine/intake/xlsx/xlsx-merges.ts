import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { cellPlace, type Merge } from '../sheet/sheet.ts'
import type { ZipFile } from '../zip/zip-archive.ts'

/** Merged cells matter only in headers, which are among the first rows. */
const rowMax = 1_000
const widthMax = 100_000

const mergePattern = /<(?:\w+:)?mergeCell\s[^>]*?\bref=["']([A-Z]+\d+):([A-Z]+\d+)["'][^>]*>/g
const tagLengthMax = 200

/**
 * The merges by their first row. The file lists them behind all rows, but the header needs them, so the text of the
 * file is searched ahead.
 */
export function* findMerges(file: ZipFile): Steps<ReadonlyMap<number, readonly Merge[]> | Fault> {
  const merges = new Map<number, Merge[]>()
  const decoder = new TextDecoder('utf-8')
  let width = 0
  let tail = ''
  const fault = yield* file.unpack((part) => {
    const text = tail + decoder.decode(part, { stream: true })
    const open = text.lastIndexOf('<')
    tail = open < 0 ? '' : text.slice(open).slice(0, tagLengthMax)
    const searched = text.includes('mergeCell') ? (open < 0 ? text : text.slice(0, open)) : ''
    for (const [, from = '', to = ''] of searched.matchAll(mergePattern)) {
      const [first, last] = [cellPlace(from), cellPlace(to)]
      if (first === undefined || last === undefined || first.row > rowMax) continue
      const merge = { left: first.column, right: last.column, bottom: last.row }
      const inRow = merges.get(first.row)
      if (inRow === undefined) merges.set(first.row, [merge])
      else inRow.push(merge)
      width += merge.right - merge.left + 1
      if (width > widthMax) return false
    }
    return true
  })
  return fault ?? merges
}
