import type { GraphEdge } from './graph-draft.ts'

/** From what carries the eye down the page to what every step has. */
export const tones = ['near', 'derived', 'far', 'aside'] as const

export type Tone = (typeof tones)[number]

/**
 * How strongly an edge is drawn: `near` what a step used and made, `derived` what follows from that already, `far` what
 * the end of a run has of its beginning and of every pass, `aside` what every step has: policy, engine, tenant.
 */
export function toneOf({ from, to, relation }: GraphEdge): Tone {
  if (/^(engine|policy|tenant)$/.test(to)) return 'aside'
  if (/^(classify|excluded|result|seal) (claims|dataset):/.test(`${from} ${to}`)) return 'far'
  return relation === 'wasDerivedFrom' ? 'derived' : 'near'
}
