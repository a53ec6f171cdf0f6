import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PageFault } from '../shell/page-fault.tsx'
import './guide-text.css'
import './guide.css'
import { usePageTitle } from '../parts/page-title.ts'
import { GuideBody } from './guide-body.tsx'
import { ContentsBeside, FoldedContents } from './guide-contents.tsx'
import { guideRow, type ListedGuide, loadGuide, takeWrittenGuide } from './guide-library.ts'
import type { Guide } from './guide-tree.ts'

type Loaded = { readonly state: 'open'; readonly guide: Guide } | { readonly state: 'failed'; readonly fault: unknown }

export function GuidePage({ name }: { readonly name: string }) {
  const place = guideRow.findIndex((each) => each.name === name)
  const listed = guideRow[place]
  if (listed === undefined) return <NoSuchGuide name={name} />
  return <OpenGuide key={name} listed={listed} before={guideRow[place - 1]} after={guideRow[place + 1]} />
}

interface OpenGuideProps {
  readonly listed: ListedGuide
  readonly before: ListedGuide | undefined
  readonly after: ListedGuide | undefined
}

function OpenGuide({ listed, before, after }: OpenGuideProps) {
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => {
    const guide = takeWrittenGuide(listed.name)
    return guide && { state: 'open', guide }
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (loaded?.state === 'open') return
    setLoaded(undefined)
    loadGuide(listed.name)?.then(
      (guide) => setLoaded({ state: 'open', guide }),
      (fault: unknown) => setLoaded({ state: 'failed', fault }),
    )
  }, [listed.name, attempt])
  usePageTitle(listed.title)
  const { url } = useLocation()
  const isOpen = loaded?.state === 'open'
  // Of a text that stands in the document, the browser has shown the heading itself, and people may have read on.
  const isShown = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !isShown.current) showFragment()
    isShown.current = false
  }, [isOpen, url])
  if (loaded?.state === 'failed') return <PageFault fault={loaded.fault} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <div class="guide-page">
      <article class="guide" aria-busy={!isOpen}>
        <p class="guide-path">
          <a href="/docs">Docs</a>
        </p>
        <h1>{listed.title}</h1>
        <FoldedContents headings={listed.headings} />
        {isOpen ? <GuideBody nodes={loaded.guide.nodes} /> : <p class="soft">Opening the guide…</p>}
        {isOpen && <Neighbours before={before} after={after} />}
      </article>
      <ContentsBeside headings={listed.headings} />
    </div>
  )
}

function Neighbours({ before, after }: Omit<OpenGuideProps, 'listed'>) {
  return (
    <nav class="guide-neighbours" aria-label="Guides before and after">
      {before !== undefined && (
        <a href={`/docs/guide/${before.name}`} rel="prev">
          <span class="small soft">Before</span>
          {before.title}
        </a>
      )}
      {after !== undefined && (
        <a class="after" href={`/docs/guide/${after.name}`} rel="next">
          <span class="small soft">After</span>
          {after.title}
        </a>
      )}
    </nav>
  )
}

function NoSuchGuide({ name }: { readonly name: string }) {
  return (
    <section class="narrow">
      <h1>No such guide</h1>
      <p>
        There is no guide named <span class="of-file">“{name}”</span>. <a href="/docs">All guides</a>
      </p>
    </section>
  )
}

/** Scrolls to the heading in the address, which the browser cannot do before the guide has loaded. */
function showFragment(): void {
  const id = location.hash.slice(1)
  if (id === '') return
  document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
}
