import { lexer, type Token, type Tokens } from 'marked'
import {
  type Guide,
  type GuideElement,
  type GuideHeading,
  type GuideNode,
  type GuideTag,
  plainText,
} from './guide-tree.ts'

/** The address of a link, with a file name for a download. */
export interface LinkTarget {
  readonly href: string
  readonly fileName?: string
}

type ResolveLink = (address: string) => LinkTarget

/**
 * Reads the Markdown of a guide. Throws on anything that the page does not show, above all HTML, so that the build
 * fails.
 */
export function readGuide(markdown: string, resolveLink: ResolveLink): Guide {
  const reader: Reader = { headings: [], usedIds: new Map(), resolveLink }
  const [title, ...body] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (title === undefined || !isA(title, 'heading') || title.depth !== 1)
    throw new Error('A guide begins with its title')
  const nodes = nodesOf(body, reader)
  const [opening] = nodes
  return {
    title: plainText(nodesOf(title.tokens, reader)),
    opening: typeof opening === 'object' ? firstSentence(plainText(opening.children)) : '',
    headings: reader.headings,
    nodes,
  }
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

interface Reader {
  readonly headings: GuideHeading[]
  /** How often each anchor was used so far: a repeated one gets a number. */
  readonly usedIds: Map<string, number>
  readonly resolveLink: ResolveLink
}

interface KnownTokens {
  readonly blockquote: Tokens.Blockquote
  readonly br: Tokens.Br
  readonly code: Tokens.Code
  readonly codespan: Tokens.Codespan
  readonly del: Tokens.Del
  readonly em: Tokens.Em
  readonly escape: Tokens.Escape
  readonly heading: Tokens.Heading
  readonly hr: Tokens.Hr
  readonly link: Tokens.Link
  readonly list: Tokens.List
  readonly paragraph: Tokens.Paragraph
  readonly space: Tokens.Space
  readonly strong: Tokens.Strong
  readonly table: Tokens.Table
  readonly text: Tokens.Text
}

/** The types of the `marked` library do not tell tokens apart by `type`, since extensions may add kinds. */
function isA<Type extends keyof KnownTokens>(token: Token, type: Type): token is KnownTokens[Type] {
  return token.type === type
}

const element = (tag: GuideTag, children: readonly GuideNode[]): GuideElement => ({ tag, children })

const nodesOf = (tokens: readonly Token[], reader: Reader): readonly GuideNode[] =>
  tokens.flatMap((token) => blockOf(token, reader) ?? inlineOf(token, reader))

function blockOf(token: Token, reader: Reader): readonly GuideNode[] | undefined {
  if (isA(token, 'space')) return []
  if (isA(token, 'heading')) return [headingOf(token, reader)]
  if (isA(token, 'paragraph')) return [element('p', nodesOf(token.tokens, reader))]
  if (isA(token, 'code')) return [element('pre', [token.text])]
  if (isA(token, 'list')) return [listOf(token, reader)]
  if (isA(token, 'table')) return [tableOf(token, reader)]
  if (isA(token, 'blockquote')) return [element('blockquote', nodesOf(token.tokens, reader))]
  if (isA(token, 'hr')) return [element('hr', [])]
  return undefined
}

function inlineOf(token: Token, reader: Reader): readonly GuideNode[] {
  if (isA(token, 'text')) return token.tokens === undefined ? [token.text] : nodesOf(token.tokens, reader)
  if (isA(token, 'escape')) return [token.text]
  if (isA(token, 'codespan')) return [element('code', [token.text])]
  if (isA(token, 'strong')) return [element('strong', nodesOf(token.tokens, reader))]
  if (isA(token, 'em')) return [element('em', nodesOf(token.tokens, reader))]
  if (isA(token, 'del')) return [element('del', nodesOf(token.tokens, reader))]
  if (isA(token, 'br')) return [element('br', [])]
  if (isA(token, 'link'))
    return [{ tag: 'a', ...reader.resolveLink(token.href), children: nodesOf(token.tokens, reader) }]
  throw new Error(`A guide shows no ${token.type}: ${token.raw}`)
}

const headingTags: ReadonlyMap<number, GuideTag> = new Map([
  [2, 'h2'],
  [3, 'h3'],
  [4, 'h4'],
])

function headingOf({ depth, tokens, raw }: Tokens.Heading, reader: Reader): GuideElement {
  const tag = headingTags.get(depth)
  if (tag === undefined) throw new Error(`A guide has headings of the levels 2 to 4: ${raw}`)
  const children = nodesOf(tokens, reader)
  const text = plainText(children)
  const anchor = anchorOf(text)
  const count = reader.usedIds.get(anchor) ?? 0
  reader.usedIds.set(anchor, count + 1)
  const id = count === 0 ? anchor : `${anchor}-${count}`
  reader.headings.push({ depth, id, text })
  return { tag, id, children }
}

function listOf({ ordered, start, items }: Tokens.List, reader: Reader): GuideElement {
  const children = items.map(({ tokens }) => element('li', nodesOf(tokens, reader)))
  if (!ordered) return element('ul', children)
  return { tag: 'ol', ...(start !== '' && start !== 1 && { start }), children }
}

function tableOf({ header, rows }: Tokens.Table, reader: Reader): GuideElement {
  const rowOf = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    element(
      'tr',
      cells.map(({ tokens }) => element(tag, nodesOf(tokens, reader))),
    )
  return element('table', [
    element('thead', [rowOf(header, 'th')]),
    element(
      'tbody',
      rows.map((cells) => rowOf(cells, 'td')),
    ),
  ])
}

/** The beginning of a text, up to its first full stop, colon or semicolon. */
const firstSentence = (text: string): string =>
  /^[\s\S]+?(?=[.:;](?:\s|$))/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? text
