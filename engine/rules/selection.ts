/** What a rule of an n side takes: the whole group of a key, or some records of it that add up. */
export const selections = ['group', 'subset'] as const
export type Selection = (typeof selections)[number]

/** Records that a subset may have, and that it may be chosen from. Each bound is inclusive. */
export const subsetBounds = {
  maxItems: { least: 2, most: 8, default: 6 },
  maxCandidates: { least: 2, most: 32, default: 24 },
} as const

export interface SubsetLimits {
  readonly maxItems: number
  readonly maxCandidates: number
}

/** As a caller writes them: what is left out has its default. */
export interface SubsetLimitsInput {
  readonly maxItems?: number | undefined
  readonly maxCandidates?: number | undefined
}
