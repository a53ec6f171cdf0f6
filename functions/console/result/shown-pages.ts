import type { LinePage, ShownLine } from '../engine-worker/engine-types.ts'

const pageLineCount = 100
const pageCountMax = 60

type FetchPage = (range: { readonly from: number; readonly count: number }) => Promise<LinePage>

export interface LinePages {
  /** Undefined until the first page has arrived. */
  readonly counts: () => Omit<LinePage, 'lines'> | undefined
  readonly lineAt: (index: number) => ShownLine | undefined
  /** Fetches the missing pages of a range. An earlier range whose pages are not requested yet is dropped. */
  readonly want: (from: number, end: number) => void
  readonly fault: () => unknown
  readonly close: () => void
}

/**
 * Fetches the pages that come into view, one at a time, so that pages scrolled past are not requested. Calls `onChange`
 * when a page has arrived or failed.
 */
export function createLinePages(fetchPage: FetchPage, onChange: () => void): LinePages {
  const pages = new Map<number, readonly ShownLine[]>()
  let counts: ReturnType<LinePages['counts']>
  let wanted: readonly number[] = [0]
  let isFetching = false
  let isClosed = false
  let fault: unknown

  const fetchNext = async (): Promise<void> => {
    const next = wanted.find((page) => !pages.has(page))
    if (isFetching || isClosed || next === undefined) return
    isFetching = true
    try {
      const { lines, ...found } = await fetchPage({ from: next * pageLineCount, count: pageLineCount })
      counts = next === 0 || counts === undefined ? found : { ...found, groups: counts.groups }
      fault = undefined
      keep(next, lines)
    } catch (error) {
      fault = error
      wanted = []
    }
    isFetching = false
    if (isClosed) return
    onChange()
    await fetchNext()
  }
  const keep = (page: number, lines: readonly ShownLine[]): void => {
    pages.set(page, lines)
    for (const old of pages.keys()) {
      if (pages.size <= pageCountMax) return
      if (!wanted.includes(old)) pages.delete(old)
    }
  }
  void fetchNext()
  return {
    counts: () => counts,
    lineAt: (index) => pages.get(Math.floor(index / pageLineCount))?.[index % pageLineCount],
    want(from, end) {
      const [first, last] = [from, Math.max(from, end - 1)].map((index) => Math.floor(index / pageLineCount))
      if (first === undefined || last === undefined) return
      wanted = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
      void fetchNext()
    },
    fault: () => fault,
    close: () => {
      isClosed = true
    },
  }
}
