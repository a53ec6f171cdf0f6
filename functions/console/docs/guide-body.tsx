import type { ComponentChildren } from 'preact'
import { CodeBlock } from './code-block.tsx'
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls inside itself has to be reached by keyboard.
        <div class="guide-table" tabIndex={0}>
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
    <Tag id={id} tabIndex={-1}>
      {children}
      <a class="anchor" href={`#${id}`} aria-label={`Link to “${plainText(own)}”`}>
        #
      </a>
    </Tag>
  )
}
