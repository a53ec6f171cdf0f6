import { useLayoutEffect, useState } from 'preact/hooks'

/** The inner width of an element in pixels; undefined until it is known. */
export function useWidth(element: { readonly current: Element | null }): number | undefined {
  const [width, setWidth] = useState<number | undefined>()
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    setWidth(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
