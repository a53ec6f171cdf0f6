import type { GuideSummary } from './guide-tree.ts'

/** A place in a guide whose title, heading or text has all the words that were asked for. */
export interface FoundPlace {
  readonly href: string
  readonly guide: string
  /** Undefined where the title itself was found. */
  readonly heading?: string
  /** Words of the text below the heading, where it was found there. */
  readonly excerpt?: string
}

/**
 * The titles and headings that have every word of the question, titles first. A word is found at the beginning of a word,
 * in any case; a guide's title counts as part of each of its headings, so that `rules tables` finds a heading of the rules.
 */
export function searchGuides<Listed extends GuideSummary & { readonly name: string }>(
  guides: readonly Listed[],
  question: string,
): readonly FoundPlace[] {
  const words = wordsOf(question)
  if (words.length === 0) return []
  const titles = guides
    .filter(({ title, name }) => hasAll(wordsOf(`${title} ${name}`), words))
    .map(({ name, title }): FoundPlace => ({ href: `/docs/guide/${name}`, guide: title }))
  const headings = guides.flatMap(({ name, title, headings: all }) =>
    all
      .filter(({ text }) => {
        const own = wordsOf(text)
        return hasAll([...own, ...wordsOf(title)], words) && words.some((word) => hasAll(own, [word]))
      })
      .map(({ id, text }): FoundPlace => ({ href: `/docs/guide/${name}#${id}`, guide: title, heading: text })),
  )
  return [...titles, ...headings]
}

/** The words of a text, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether each of the asked words begins one of the words. */
export const hasAll = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((start) => words.some((word) => word.startsWith(start)))
