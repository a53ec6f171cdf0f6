import type { NearestSet } from '../engine-worker/line-detail-types.ts'
import { cut } from '../parts/plain-words.ts'
import { LineLink } from './line-link.tsx'
import { setWords } from './set-words.ts'

interface SetRequest {
  readonly set: NearestSet | null
  readonly currency: string | null
}

/** The record that the nearest set with this record should add up to, with a link to its line. */
export function SetPart({ set, currency }: SetRequest) {
  if (set === null) return null
  const name = cut(set.name)
  return (
    <p class="of-file">
      Part of {set.side} record {set.place === null ? name : <LineLink place={set.place}>{name}</LineLink>}:{' '}
      {setWords(set, currency)}.
    </p>
  )
}
