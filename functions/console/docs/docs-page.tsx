import { useEffect, useState } from 'preact/hooks'
import './docs-page.css'
import { usePageTitle } from '../parts/page-title.ts'
import { guideRow, loadGuides, shelves } from './guide-library.ts'
import { type FoundPlace, searchGuides } from './search-guides.ts'
import { type NamedGuide, searchTexts } from './search-texts.ts'

/** What was typed into the written document before the code came, else the question in the address. */
function readQuestion(): string {
  const typed = globalThis.document?.querySelector<HTMLInputElement>('.docs-head input')?.value
  return typed || (new URLSearchParams(location.search).get('q') ?? '')
}

export function DocsPage() {
  usePageTitle('Documentation')
  const [question, setQuestion] = useState(readQuestion)
  const places = usePlaces(question)
  useEffect(() => {
    const query = question.trim() === '' ? '' : `?${new URLSearchParams({ q: question })}`
    history.replaceState(history.state, '', `/docs${query}`)
  }, [question])
  return (
    <div class="docs-page">
      <header class="docs-head">
        <h1>Documentation</h1>
        <p class="soft">
          Guides for those who reconcile, audit, build on the service and run it, and every call of its API.
        </p>
        <search>
          <label>
            <span class="hidden">Search the guides</span>
            <input
              type="search"
              placeholder="Search the guides"
              value={question}
              onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
            />
          </label>
        </search>
      </header>
      {question.trim() === '' ? <Shelves /> : <Found question={question} places={places} />}
    </div>
  )
}

const foundCountMax = 30

/** Finds titles and headings at once, and texts when they have been fetched. */
function usePlaces(question: string): readonly FoundPlace[] {
  const [texts, setTexts] = useState<readonly NamedGuide[]>([])
  const isAsked = question.trim() !== ''
  useEffect(() => {
    // Without a network only titles and headings are searched.
    if (isAsked) loadGuides().then(setTexts, () => undefined)
  }, [isAsked])
  const heads = searchGuides(guideRow, question)
  const known = new Set(heads.map(({ href }) => href))
  const others = searchTexts(texts, question).filter(({ href }) => !known.has(href))
  return [...heads, ...others].slice(0, foundCountMax)
}

function Shelves() {
  return (
    <>
      {shelves.map(({ reader, guides }) => (
        <section key={reader} class="docs-shelf">
          <h2>{reader}</h2>
          <ul class="docs-guides">
            {guides.map(({ name, title, opening }) => (
              <DocsCard key={name} href={`/docs/guide/${name}`} title={title} text={`${opening}.`} />
            ))}
            {reader === 'Build on it' && (
              <DocsCard
                href="/docs/reference"
                title="API reference"
                text="You want to see every call with its parameters, bodies and answers, and to try it here."
              />
            )}
          </ul>
        </section>
      ))}
    </>
  )
}

interface DocsCardProps {
  readonly href: string
  readonly title: string
  readonly text: string
}

function DocsCard({ href, title, text }: DocsCardProps) {
  return (
    <li>
      <a class="card" href={href}>
        <strong>{title}</strong>
        <span>{text}</span>
      </a>
    </li>
  )
}

function Found({ question, places }: { readonly question: string; readonly places: readonly FoundPlace[] }) {
  return (
    <section class="docs-found" aria-label="Found">
      <p class="small soft" role="status">
        {places.length === 0 ? 'No guide has ' : `${places.length} found for `}
        <span class="of-file">“{question.trim()}”</span>
        {places.length === 0 ? '. Try fewer letters, or look through the guides.' : ''}
      </p>
      <ul>
        {places.map(({ href, guide, heading, excerpt }) => (
          <li key={href}>
            <a href={href}>{heading ?? guide}</a> {heading !== undefined && <span class="small soft">{guide}</span>}
            {excerpt !== undefined && <p class="small excerpt">{excerpt}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
