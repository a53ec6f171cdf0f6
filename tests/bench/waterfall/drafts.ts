import type { Draft } from './draft.ts'
import { draftHard } from './hard-tier.ts'
import type { Tier } from './tier.ts'
import { draftUsual } from './usual-tier.ts'

/** Makes the records of a job: the same size, tier and seed give the same records. */
export const drafts: { readonly [tier in Tier]: (recordCount: number, seed: number) => Draft } = {
  usual: draftUsual,
  hard: draftHard,
}
