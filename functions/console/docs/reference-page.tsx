import callGroups from 'virtual:api-calls'
import { Suspense } from 'preact/compat'
import { useEffect, useRef, useState } from 'preact/hooks'
import { usePageTitle } from '../parts/page-title.ts'
import { apiKey } from '../shell/api-key.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import './reference-page.css'

/** Fetched when a call is opened: the library, and the document that it shows, are megabytes. */
const OpenedReference = lazyPart(() => import('./opened-reference.tsx').then((module) => module.OpenedReference))

/** Lists every call, and shows the reference itself where the address names a call. */
export function ReferencePage() {
  usePageTitle('API reference')
  const isOpen = useIsOpen()
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The link with the focus went with the list, or with the frame.
    if (wasOpen.current !== isOpen) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div class="reference-page">
      <header class="reference-head" id="description/introduction">
        <h1 ref={heading} tabindex={-1}>
          API reference
        </h1>
        <KeyNote />
        <p class="small reference-links">
          {isOpen ? <a href="#calls">All calls</a> : <a href="#description/introduction">Open the whole reference</a>} ·{' '}
          <a href="/docs">Guides</a> ·{' '}
          <a href="/api/v1/openapi.json" download="tallystick-openapi.json">
            OpenAPI document
          </a>
        </p>
      </header>
      {isOpen ? (
        <Suspense fallback={<p aria-busy="true">Opening the reference…</p>}>
          <OpenedReference />
        </Suspense>
      ) : (
        <CallList />
      )}
    </div>
  )
}

/** The frame writes these fragments into the address, for its introduction and for each tag, call and schema. */
const namesPlace = (): boolean => /^#(tag|description|models)\//.test(location.hash)

function useIsOpen(): boolean {
  const [isOpen, setOpen] = useState(namesPlace)
  useEffect(() => {
    // The link that skips to the content changes nothing of it.
    const look = () => location.hash !== '#content' && setOpen(namesPlace())
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return isOpen
}

/** Its ids let the style hide the list while the code of the place in the address is on its way. */
function CallList() {
  return (
    <div class="call-groups" id="calls">
      {callGroups.map(({ tag, calls }) => (
        <section key={tag} id={`tag/${tag.toLowerCase()}`}>
          <h2>{tag}</h2>
          <ul>
            {calls.map(({ method, path, summary }) => (
              <Call
                key={`${method} ${path}`}
                name={`${method} ${path}`}
                fragment={`tag/${tag.toLowerCase()}/${method}${path}`}
                summary={summary}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface CallProps {
  readonly name: string
  readonly fragment: string
  readonly summary: string
}

const Call = ({ name, fragment, summary }: CallProps) => (
  <li id={fragment}>
    <a href={`#${fragment}`}>{summary}</a>
    <code>{name}</code>
  </li>
)

function KeyNote() {
  return apiKey.value === undefined ? (
    <p class="small soft">
      Calls that need a key take the one you type under “Authentication”, or <a href="/app">sign in</a> and they take
      yours.
    </p>
  ) : (
    <p class="small soft">
      Calls that you try are sent with the key that this tab is signed in with. The frame does not see it.
    </p>
  )
}
