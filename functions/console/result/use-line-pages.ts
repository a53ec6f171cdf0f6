import { useEffect, useRef, useState } from 'preact/hooks'
import type { LineQuery } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { createLinePages, type LinePages } from './shown-pages.ts'

interface ShownPages {
  /** Undefined until the first page has arrived. */
  readonly pages: LinePages | undefined
  /** Whether the lines of the previous query are still shown. */
  readonly isLate: boolean
  readonly fault: unknown
  readonly retry: () => void
}

/** The lines of a query. Those of the previous query stay until the first new ones arrive. */
export function useLinePages(id: string, query: LineQuery): ShownPages {
  const [shown, setShown] = useState<{ readonly key: string; readonly pages: LinePages } | undefined>()
  const [fault, setFault] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const [, redraw] = useState(0)
  const key = `${id} ${JSON.stringify(query)}`
  const latest = useRef(query)
  latest.current = query
  // `key` is made of the whole query, so the effect depends on it alone.
  useEffect(() => {
    const asked = latest.current
    const pages = createLinePages(
      async (range) => (await openEngine()).lines(id, asked, range),
      () => {
        setFault(pages.fault())
        if (pages.counts() !== undefined) setShown({ key, pages })
        redraw((count) => count + 1)
      },
    )
    return () => pages.close()
  }, [key, id, attempt])
  return {
    pages: shown?.pages,
    isLate: shown !== undefined && shown.key !== key,
    fault,
    retry: () => {
      setFault(undefined)
      setAttempt((count) => count + 1)
    },
  }
}
