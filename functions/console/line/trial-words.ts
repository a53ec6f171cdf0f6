import type { ChangeTrial, TrialKind } from '../engine-worker/line-detail-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'

/** `2 breaks close and none opens; 2 matches are gained and none is lost.` */
export function trialSentence({ lists, isSame }: ChangeTrial): string {
  if (isSame) return 'Nothing changes: the result is the same, byte for byte.'
  const many = (kind: TrialKind): number => lists[kind].count
  const closed = `${counted(many('closed'), 'break')} ${many('closed') === 1 ? 'closes' : 'close'}`
  const opened =
    many('opened') === 0 ? 'none opens' : `${grouped(many('opened'))} ${many('opened') === 1 ? 'opens' : 'open'}`
  const gained = `${counted(many('gained'), 'match', 'matches')} ${many('gained') === 1 ? 'is' : 'are'} gained`
  const lost =
    many('lost') === 0 ? 'none is lost' : `${grouped(many('lost'))} ${many('lost') === 1 ? 'is' : 'are'} lost`
  return `${closed} and ${opened}; ${gained} and ${lost}.`
}
