import { observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualRows {
  /** The height of the scroller's content, in pixels. */
  readonly height: number
  readonly rows: readonly { readonly index: number; readonly top: number }[]
  readonly firstIndex: number
  readonly fitCount: number
  readonly scrollTo: (index: number) => void
}

/** The greatest height in pixels: browsers cut off higher elements, Firefox from some 17.8 million pixels on. */
const heightMax = 16_000_000

interface RowsRequest {
  readonly count: number
  readonly rowHeight: number
  readonly scroller: { readonly current: HTMLDivElement | null }
}

/**
 * Adapts TanStack Virtual to Preact. Where all rows together are higher than the limit, they scroll faster: one pixel
 * of the scroller stands for several pixels of rows.
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
  // The virtualizer keeps measured heights, so it has to measure again.
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
