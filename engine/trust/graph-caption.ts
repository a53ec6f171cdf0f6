import type { GraphNode } from './graph-draft.ts'

/**
 * What a drawing writes on a node, line by line: its label, in which control characters are blank, then those of its
 * counts that are not 0, named in words: `left source 3`.
 */
export const captionOf = ({ label, counts = {} }: GraphNode): readonly string[] => [
  label.replace(/\p{Cc}/gu, ' '),
  ...Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${wordsOf(name)} ${count}`),
]

const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
