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

export interface GuideElement {
  readonly tag: GuideTag
  readonly id?: string
  readonly href?: string
  /** The name under which a linked file is downloaded. */
  readonly fileName?: string
  readonly start?: number
  readonly children: readonly GuideNode[]
}

/** Text is only ever shown as text: nothing in it is read as markup. */
export type GuideNode = string | GuideElement

export interface GuideHeading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface GuideSummary {
  readonly title: string
  /** The first sentence, which says for which reader the guide is. */
  readonly opening: string
  readonly headings: readonly GuideHeading[]
}

export interface Guide extends GuideSummary {
  readonly nodes: readonly GuideNode[]
}

export const plainText = (nodes: readonly GuideNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('')
