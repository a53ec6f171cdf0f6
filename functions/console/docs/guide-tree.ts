/** A guide as plain data: what the build makes of its Markdown, and what the page makes elements of. */

/** The elements that a guide is made of. */
export type GuideTag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'em'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'

/** An element with what its tag takes: a heading its id, a link its address, an ordered list its first number. */
export interface GuideElement {
  readonly tag: GuideTag
  readonly id?: string
  readonly href?: string
  /** The name of the file that the address leads to, where it is kept rather than shown. */
  readonly fileName?: string
  readonly start?: number
  readonly children: readonly GuideNode[]
}

/** Text, or an element. Text is text: nothing in it is read as markup. */
export type GuideNode = string | GuideElement

/** A heading that a link may lead to. */
export interface GuideHeading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

/** What lists of guides show. */
export interface GuideSummary {
  readonly title: string
  /** The first sentence, which says what its reader wants. */
  readonly opening: string
  readonly headings: readonly GuideHeading[]
}

/** A whole guide. */
export interface Guide extends GuideSummary {
  /** Without the title. */
  readonly nodes: readonly GuideNode[]
}

/** The text of nodes, without their elements. */
export const plainText = (nodes: readonly GuideNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('')
