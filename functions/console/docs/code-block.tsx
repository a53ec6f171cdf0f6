import { useEffect, useState } from 'preact/hooks'

const outcomeShownMs = 2000

const labels = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' } as const

export function CodeBlock({ text }: { readonly text: string }) {
  const [state, setState] = useState<keyof typeof labels>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), outcomeShownMs)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls inside itself has to be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button type="button" class="copy" onClick={copy}>
        <span aria-live="polite">{labels[state]}</span>
      </button>
    </div>
  )
}
