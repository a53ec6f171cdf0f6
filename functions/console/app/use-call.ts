import type { List } from '@tallystick/client'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { noteFailure } from './session.ts'

/** The state of a call to the service. The old value stays until the new one arrives. */
export interface Asked<Value> {
  readonly value: Value | undefined
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Calls when the page is shown, and again when `key` changes; the answer to an older call is dropped. */
export function useCall<Value>(key: string, ask: (signal: AbortSignal) => Promise<Value>): Asked<Value> {
  const [state, setState] = useState<Omit<Asked<Value>, 'reload'>>(loading)
  const [turn, setTurn] = useState(0)
  const asked = useRef(ask)
  asked.current = ask
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setState(({ value }) => ({ value, error: undefined, isLoading: true }))
    asked.current(signal).then(
      (value) => signal.aborted || setState({ value, error: undefined, isLoading: false }),
      (error) => {
        if (signal.aborted) return
        noteFailure(error)
        setState(({ value }) => ({ value, error, isLoading: false }))
      },
    )
    return () => controller.abort()
  }, [key, turn])
  return { ...state, reload: useCallback(() => setTurn((each) => each + 1), []) }
}

const loading = { value: undefined, error: undefined, isLoading: true }

export interface AskedList<Item> extends Omit<Asked<readonly Item[]>, 'value'> {
  readonly items: readonly Item[]
  /** Whether the items are those of another key: until its own arrive, and when they do not. */
  readonly isStale: boolean
  readonly hasMore: boolean
  readonly showMore: () => void
}

/** Fetches the first page of a list, and one more page at each call of `showMore`. */
export function useList<Item>(key: string, open: (signal: AbortSignal) => Pick<List<Item>, 'pages'>): AskedList<Item> {
  const [{ items, of }, setItems] = useState<ListedItems<Item>>({ items: [], of: undefined })
  const [hasMore, setMore] = useState(false)
  const pages = useRef<ReturnType<List<Item>['pages']> | undefined>(undefined)
  const take = async (signal: AbortSignal, before: readonly Item[]): Promise<void> => {
    const page = await pages.current?.next()
    if (signal.aborted || page === undefined || page.done === true) return
    setItems({ items: [...before, ...page.value.items], of: key })
    setMore(page.value.nextCursor !== undefined)
  }
  const [isFurther, setFurther] = useState(false)
  const [furtherError, setFurtherError] = useState<unknown>()
  const lifetime = useRef(new AbortController().signal)
  const first = useCall(key, (signal) => {
    lifetime.current = signal
    pages.current = open(signal).pages()
    setFurtherError(undefined)
    return take(signal, [])
  })
  const showMore = (): void => {
    setFurther(true)
    take(lifetime.current, items)
      .catch((error) => {
        noteFailure(error)
        setFurtherError(error)
      })
      .finally(() => setFurther(false))
  }
  const { error, isLoading, reload } = first
  const isStale = items.length > 0 && of !== key
  return {
    ...{ items, isStale, hasMore: hasMore && !isStale, showMore },
    ...{ error: error ?? furtherError, isLoading: isLoading || isFurther, reload },
  }
}

interface ListedItems<Item> {
  readonly items: readonly Item[]
  /** The key under which they were asked for. */
  readonly of: string | undefined
}

export interface Action {
  readonly isBusy: boolean
  readonly error: unknown
  readonly run: (work: () => Promise<void>) => Promise<void>
  readonly clear: () => void
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      noteFailure(thrown)
      if (!isAbort(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run, clear: () => setError(undefined) }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
