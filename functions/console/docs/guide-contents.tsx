import { useEffect, useState } from 'preact/hooks'
import type { GuideHeading } from './guide-tree.ts'

const depthMax = 3

/** The headings of a guide: beside its text where there is room, else folded above it. */
export function GuideContents({ headings }: { readonly headings: readonly GuideHeading[] }) {
  const shown = headings.filter(({ depth }) => depth <= depthMax)
  const read = useHeadingInView(shown)
  const list = (
    <ol>
      {shown.map(({ id, text, depth }) => (
        <li key={id} class={depth === depthMax ? 'deeper' : undefined}>
          <a href={`#${id}`} aria-current={id === read ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <div class="guide-contents">
      <details>
        <summary>On this page</summary>
        <nav aria-label="On this page, folded">{list}</nav>
      </details>
      <nav class="beside" aria-label="On this page">
        <p class="small soft">On this page</p>
        {list}
      </nav>
    </div>
  )
}

/** How far below the window's top a heading may be and still count as the one that is read. */
const readFromPx = 120

/** The id of the last heading above what is read. */
function useHeadingInView(headings: readonly GuideHeading[]): string | undefined {
  const [read, setRead] = useState<string>()
  useEffect(() => {
    const look = () => {
      const passed = headings.findLast(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < readFromPx
      })
      setRead(passed?.id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [headings])
  return read
}
