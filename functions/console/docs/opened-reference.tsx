import { createClient } from '@tallystick/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PageFault } from '../shell/page-fault.tsx'
import { hostReference } from './reference-host.ts'
import type { DescribedPaths } from './tried-calls.ts'

type Progress =
  | { readonly state: 'loading' }
  | { readonly state: 'open' }
  | { readonly state: 'failed'; readonly fault: unknown }

/** The frame of the reference, at the call that the address names. */
export function OpenedReference() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [progress, setProgress] = useState<Progress>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    setProgress({ state: 'loading' })
    openReference(frame, leaving.signal).then(
      () => setProgress({ state: 'open' }),
      (fault: unknown) => !leaving.signal.aborted && setProgress({ state: 'failed', fault }),
    )
    return () => leaving.abort()
  }, [attempt])
  if (progress.state === 'failed') return <PageFault fault={progress.fault} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <>
      {progress.state === 'loading' && (
        <p class="soft reference-wait" role="status">
          Opening the reference…
        </p>
      )}
      <iframe
        key={attempt}
        ref={frame}
        class={progress.state === 'loading' ? 'reference-frame waiting' : 'reference-frame'}
        title="Every call of the API, with its parameters, bodies and answers"
        src="/console/reference/"
        sandbox="allow-scripts allow-forms allow-downloads"
        allow="clipboard-write"
      />
    </>
  )
}

async function openReference(
  frame: { readonly current: HTMLIFrameElement | null },
  leaving: AbortSignal,
): Promise<void> {
  const document = await createClient({ baseUrl: location.origin }).system.openapi({ signal: leaving })
  if (!hasPaths(document)) throw new Error('The service answered with no OpenAPI document')
  if (frame.current === null) throw new Error('The frame of the reference is gone')
  await hostReference({ frame: frame.current, document, leaving })
}

const hasPaths = (document: object): document is DescribedPaths =>
  'paths' in document && typeof document.paths === 'object' && document.paths !== null
