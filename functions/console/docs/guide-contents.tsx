import { useEffect, useState } from 'preact/hooks'
import type { GuideHeading } from './guide-tree.ts'

interface GuideContentsProps {
  readonly headings: readonly GuideHeading[]
}

const depthMax = 3

export function FoldedContents({ headings }: GuideContentsProps) {
  return (
    <details class="guide-contents folded">
      <summary>On this page</summary>
      <nav aria-label="On this page, folded">
        <ContentsList headings={headings} />
      </nav>
    </details>
  )
}

/** The headings beside the text; the heading being read is marked. */
export function ContentsBeside({ headings }: GuideContentsProps) {
  return (
    <nav class="guide-contents beside" aria-label="On this page">
      <p class="small soft">On this page</p>
      <ContentsList headings={headings} read={useHeadingInView(headings)} />
    </nav>
  )
}

function ContentsList({ headings, read }: GuideContentsProps & { readonly read?: string | undefined }) {
  return (
    <ol>
      {headings
        .filter(({ depth }) => depth <= depthMax)
        .map(({ id, text, depth }) => (
          <li key={id} class={depth === depthMax ? 'deeper' : undefined}>
            <a href={`#${id}`} aria-current={id === read ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
    </ol>
  )
}

/** How far below the window's top a heading counts as the one being read. */
const readFromPx = 120

function useHeadingInView(headings: readonly GuideHeading[]): string | undefined {
  const [read, setRead] = useState<string>()
  useEffect(() => {
    const look = () => {
      const passed = headings.findLast(({ id, depth }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return depth <= depthMax && top !== undefined && top < readFromPx
      })
      setRead(passed?.id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [headings])
  return read
}
