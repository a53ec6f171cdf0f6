import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type GuideElement, type GuideNode, plainText } from './guide-tree.ts'

export function GuideBody({ nodes }: { readonly nodes: readonly GuideNode[] }) {
  return <>{nodes.map(render)}</>
}

function render(node: GuideNode): ComponentChildren {
  if (typeof node === 'string') return node
  const children = node.children.map(render)
  if (node.id !== undefined) return renderHeading(node, children)
  switch (node.tag) {
    case 'a':
      return (
        <a href={node.href ?? ''} download={node.fileName}>
          {children}
        </a>
      )
    case 'pre':
      return <CodeBlock text={plainText(node.children)} />
    case 'table':
      return (
        // A table that scrolls inside itself has to be reached by keyboard.
        <div class="guide-table" tabindex={0}>
          <table>{children}</table>
        </div>
      )
    case 'th':
      return <th scope="col">{children}</th>
    case 'ol':
      return <ol start={node.start}>{children}</ol>
    default: {
      const Tag = node.tag
      return <Tag>{children}</Tag>
    }
  }
}

function renderHeading({ tag: Tag, id, children: own }: GuideElement, children: ComponentChildren) {
  return (
    <Tag id={id} tabindex={-1}>
      {children}
      <a class="anchor" href={`#${id}`} aria-label={`Link to “${plainText(own)}”`}>
        #
      </a>
    </Tag>
  )
}

const outcomeShownMs = 2000

const labels = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' } as const

function CodeBlock({ text }: { readonly text: string }) {
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
      {/* Text that scrolls inside itself has to be reached by keyboard. */}
      <pre tabindex={0}>
        <code>{text}</code>
      </pre>
      <button type="button" class="copy" onClick={copy}>
        <span aria-live="polite">{labels[state]}</span>
      </button>
    </div>
  )
}
