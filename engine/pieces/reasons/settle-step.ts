import { candidateCountMax } from '../../match/state/run-state.ts'
import { type DescribedFinds, describedMerging } from '../../result/describe-found.ts'
import { createMerge, createPartners, type SearcherPartner } from '../../result/part-finds.ts'
import type { SearcherState } from '../../result/searcher-state.ts'
import type { ReasonRun } from './reason-input.ts'
import { type ReasonStore, readLines, writeLines } from './reason-store.ts'

/** What the search of a piece returns. Its finds are stored under its name. */
export interface PieceSearched {
  readonly name: string
  readonly groups: readonly number[]
  readonly hasPartners: boolean
}

/** `state` is the key of the object that stores the state of the searchers. */
export interface JoinToSettle {
  readonly join: number
  readonly state: string
}

export interface JoinSearched {
  readonly state: string
  readonly groups: readonly number[]
}

/** A partner as bytes, as text and as an object, about. */
const partnerByteCount = 350

/** Merges what the pieces of a join found. */
export async function settleJoin(
  { store, pause, onHeld }: ReasonRun,
  { join, state: key }: JoinToSettle,
  pieces: readonly PieceSearched[],
): Promise<JoinSearched> {
  const state = await readState(store, key)
  const partners = createPartners(state.isLeft.length)
  for (const { name } of pieces.filter((each) => each.hasPartners)) {
    const found = await readLines<SearcherPartner>(store, `partners/${name}`)
    partners.add(found)
    onHeld?.(byteCountOf(state) + partners.heldByteCount + partnerByteCount * found.length)
  }
  const merge = createMerge(state, partners)
  const groups = [...new Set(pieces.flatMap((each) => each.groups))].sort((left, right) => left - right)
  const settledGroups: number[] = []
  for (const group of groups) {
    const finds: DescribedFinds[] = []
    for (const { name, groups: own } of pieces)
      if (own.includes(group))
        for (const find of await readLines<DescribedFinds>(store, `finds/${name}/${group}`)) finds.push(find)
    const settled = merge(finds, describedMerging)
    await pause()
    if (settled.length === 0) continue
    await writeLines(store, `settled/${join}/${group}`, settled)
    settledGroups.push(group)
  }
  await writeState(store, `state/${join}`, state)
  return { state: `state/${join}`, groups: settledGroups }
}

const byteCountOf = ({ isLeft, hasNear, found }: SearcherState): number =>
  isLeft.length + hasNear.length + found.byteLength

export async function writeState(store: ReasonStore, key: string, state: SearcherState): Promise<void> {
  const { isLeft, hasNear, found } = state
  const bytes = new Uint8Array(byteCountOf(state))
  bytes.set(new Uint8Array(found.buffer, found.byteOffset, found.byteLength))
  bytes.set(isLeft, found.byteLength)
  bytes.set(hasNear, found.byteLength + isLeft.length)
  await store.write(key, bytes)
}

export async function readState(store: ReasonStore, key: string): Promise<SearcherState> {
  const copy = (await store.read(key)).slice()
  const searcherCount = copy.length / (2 + 8 * candidateCountMax)
  const foundByteCount = 8 * candidateCountMax * searcherCount
  return {
    found: new Float64Array(copy.buffer, 0, candidateCountMax * searcherCount),
    isLeft: copy.subarray(foundByteCount, foundByteCount + searcherCount),
    hasNear: copy.subarray(foundByteCount + searcherCount),
  }
}

/** The group of searchers whose finds and lines are in one file. */
export const groupOfSearcher = (searcher: number, searcherCount: number, groupCount: number): number =>
  Math.floor((searcher * groupCount) / searcherCount)
