import { type Guide, type GuideNode, plainText } from './guide-tree.ts'
import { type FoundPlace, hasAll, wordsOf } from './search-guides.ts'

export type NamedGuide = Guide & { readonly name: string }

interface Section {
  readonly heading?: { readonly id: string; readonly text: string }
  readonly text: string
}

/**
 * The sections whose text has every word of the question, each with an excerpt around the first word that was found.
 */
export function searchTexts(guides: readonly NamedGuide[], question: string): readonly FoundPlace[] {
  const words = wordsOf(question)
  if (words.length === 0) return []
  return guides.flatMap(({ name, title, nodes }) =>
    sectionsOf(nodes)
      .filter(({ text }) => hasAll(wordsOf(text), words))
      .map(({ heading, text }): FoundPlace => {
        const found = { href: `/docs/guide/${name}`, guide: title, excerpt: excerptOf(text, words) }
        return heading === undefined ? found : { ...found, href: `${found.href}#${heading.id}`, heading: heading.text }
      }),
  )
}

function sectionsOf(nodes: readonly GuideNode[]): readonly Section[] {
  const sections: Section[] = []
  let [heading, text]: [Section['heading'], string] = [undefined, '']
  const end = () => sections.push({ text, ...(heading !== undefined && { heading }) })
  for (const node of nodes) {
    if (typeof node === 'object' && node.id !== undefined) {
      end()
      heading = { id: node.id, text: plainText(node.children) }
      text = ''
    } else text += ` ${spacedText([node])}`
  }
  end()
  return sections
}

/** The text with a space behind each block element, so that neighbouring cells and items do not run into one word. */
const spacedText = (nodes: readonly GuideNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : spacedText(node.children) + (isInline(node.tag) ? '' : ' ')))
    .join('')

const isInline = (tag: string): boolean => ['a', 'code', 'del', 'em', 'strong'].includes(tag)

const excerptLength = 140
const leadLength = 40

function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const lower = plain.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const wanted = Math.max(0, Math.min(...places, plain.length) - leadLength)
  const start = wanted === 0 ? 0 : plain.indexOf(' ', wanted) + 1
  const end = start + excerptLength
  return `${start > 0 ? '… ' : ''}${plain.slice(start, end)}${end < plain.length ? ' …' : ''}`
}
