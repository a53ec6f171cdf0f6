import { observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** What of many rows of one height is in view. */
export interface VirtualRows {
  /** The height of the inside of the scroller, in pixels. */
  readonly height: number
  /** The rows that are drawn, and how far from the top of the inside each begins. */
  readonly rows: readonly { readonly index: number; readonly top: number }[]
  /** The first row in view, and how many fit. */
  readonly firstIndex: number
  readonly fitCount: number
  readonly scrollTo: (index: number) => void
}

/** Browsers cut elements that are higher: Firefox from some 17.8 million pixels on. */
const heightMax = 16_000_000

interface RowsRequest {
  readonly count: number
  readonly rowHeight: number
  readonly scroller: { readonly current: HTMLDivElement | null }
}

/**
 * The small adapter between TanStack Virtual and Preact. Rows that would be higher in all than an element may be are
 * scrolled through faster: a pixel of the scroller is then more than one of the rows.
 */
export function useVirtualRows({ count, rowHeight, scroller }: RowsRequest): VirtualRows {
  const [, redraw] = useState(0)
  const held = useRef<Virtualizer<HTMLDivElement, Element> | undefined>(undefined)
  const height = Math.min(count * rowHeight, heightMax)
  const factor = useRef(1)
  const viewHeight = scroller.current?.clientHeight ?? 0
  factor.current = count * rowHeight <= heightMax ? 1 : (count * rowHeight - viewHeight) / (heightMax - viewHeight)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    observeElementRect,
    observeElementOffset: (
      instance: Virtualizer<HTMLDivElement, Element>,
      tell: (offset: number, isScrolling: boolean) => void,
    ) => {
      const element = instance.scrollElement
      if (element === null) return undefined
      const onScroll = () => tell(element.scrollTop * factor.current, false)
      onScroll()
      element.addEventListener('scroll', onScroll, { passive: true })
      return () => element.removeEventListener('scroll', onScroll)
    },
    scrollToFn: (offset: number, _: unknown, instance: Virtualizer<HTMLDivElement, Element>) => {
      if (instance.scrollElement !== null) instance.scrollElement.scrollTop = offset / factor.current
    },
    onChange: () => redraw((times) => times + 1),
  }
  held.current ??= new Virtualizer(options)
  const virtualizer = held.current
  virtualizer.setOptions(options)
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  // The virtualizer keeps the heights that it was told.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])

  const offset = virtualizer.scrollOffset ?? 0
  const shift = offset / factor.current - offset
  return {
    height,
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start + shift })),
    firstIndex: Math.floor(offset / rowHeight),
    fitCount: Math.max(1, Math.floor(viewHeight / rowHeight) - 1),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
