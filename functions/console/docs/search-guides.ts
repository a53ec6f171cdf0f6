import type { GuideSummary } from './guide-tree.ts'

export interface FoundPlace {
  readonly href: string
  readonly guide: string
  readonly heading?: string
  readonly excerpt?: string
}

/**
 * The titles and headings that have every word of the question, titles first. A word of the question matches the
 * beginning of a word, in any case. The title counts as part of each heading, so `rules tables` finds a heading in the
 * guide to rules.
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

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

export const hasAll = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((start) => words.some((word) => word.startsWith(start)))
