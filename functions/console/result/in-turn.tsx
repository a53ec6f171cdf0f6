import { type ComponentChildren, toChildArray } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Draws its children one after the other, each in its own task, so that the page stays responsive. */
export function InTurn({ children }: { readonly children: ComponentChildren }) {
  const all = toChildArray(children)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count >= all.length) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, all.length])
  return <>{all.slice(0, count)}</>
}
