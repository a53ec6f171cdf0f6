import { at, byteAt } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { anchorSideOf } from '../../match/groups/anchors.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import type { Side } from '../../record/side.ts'
import { bindPiece, type PieceEntries } from './bound-piece.ts'
import { readStored, type StoredEntries } from './keep-step.ts'
import { gatherListed, listedSearchers, listingSearchers, readGathered } from './listed-pieces.ts'
import type { PieceFinds, SearcherFinds, SearcherPartner } from './piece-finds.ts'
import type { ReasonRun } from './reason-input.ts'
import type { ReasonJoin } from './reason-joins.ts'
import { readBytes, readLines, writeLines } from './reason-store.ts'
import { type PieceSearch, searchPiece } from './search-piece.ts'
import { createEntryReader } from './searched-entry.ts'
import { countSearching, formatState, foundCount, parseState, type SearcherState } from './searcher-state.ts'
import { addPartners, createPartners, groupOfSearcher, settleFinds, settlePairs } from './settle-finds.ts'

/** `state` is the key of the object that stores the state of the searchers. */
export interface JoinToSearch {
  readonly join: number
  readonly pieceCount: number
  readonly state: string
}

export interface JoinSearched {
  readonly state: string
  readonly groups: readonly number[]
}

export interface PieceToSearch extends JoinToSearch {
  readonly piece: number
}

export interface SearchedPiece {
  readonly name: string
  readonly groups: readonly number[]
  readonly hasPartners: boolean
  readonly gathered: readonly number[]
}

async function readSearch(
  { store, joins, facts }: ReasonRun,
  { join: index, state: key }: JoinToSearch,
): Promise<PieceSearch> {
  const join = at(joins, index)
  const state = parseState(await readBytes(store, key))
  const keyed = await readBytes(store, `keyed/${index}`)
  return { join, state, facts, searchingCount: countSearching(keyed, searchTest(join, state)) }
}

const searchTest =
  ({ failed }: ReasonJoin, state: SearcherState) =>
  (searcher: number): boolean =>
    byteAt(state.isLeft, searcher) === 1 && (failed !== undefined || foundCount(state, searcher) < candidateCountMax)

const stateByteCount = 26

/** Searches a piece of a join. Null where one of its two places has no record. */
export async function searchPieceOfJoin(run: ReasonRun, search: PieceToSearch): Promise<SearchedPiece | null> {
  const { store, searcherCount, pause } = run
  const { join, piece, pieceCount } = search
  const entries = await readPiece(run, join, piece)
  if (entries === undefined) return null
  const known = await readSearch(run, search)
  run.onHeld?.(entries.source.heldByteCount + entries.target.heldByteCount + stateByteCount * searcherCount)
  const bound = await computeWithPauses(bindPiece(entries, known), pause)
  const name = `${join}/${piece}`
  if (!known.join.isListed) {
    const maySearch = (place: 'source' | 'target', row: number): boolean => at(entries[place].isCore, row)
    const found = await computeWithPauses(searchPiece(bound, known, { maySearch }), pause)
    countSearched(run, entries)
    return { ...(await keepFinds(run, name, found)), gathered: [] }
  }
  const gathered = gatherListed(bound, known.state, (searcher) => groupOfSearcher(searcher, searcherCount, pieceCount))
  for (const [group, bytes] of gathered) await store.write(`gathered/${name}/${group}`, bytes)
  const found = await computeWithPauses(searchPiece(bound, known, listedSearchers(bound)), pause)
  countSearched(run, entries)
  return { ...(await keepFinds(run, name, found)), gathered: [...gathered.keys()] }
}

function countSearched({ joins, onRecords }: ReasonRun, entries: PieceEntries): void {
  let count = 0
  for (const { marks, isCore } of [entries.source, entries.target])
    for (const [row, { searcher }] of marks.entries()) if (searcher >= 0 && at(isCore, row)) count += 1
  onRecords?.(count / joins.length)
}

/** The records of a piece; undefined where one of its two places has no record. */
async function readPiece(run: ReasonRun, join: number, piece: number): Promise<PieceEntries | undefined> {
  const { store, policy, pause } = run
  const own = await readStored(run, join)
  const readers = {
    source: createEntryReader(policy.attributePaths, byteCountOf(own, piece, 'source')),
    target: createEntryReader(policy.attributePaths, byteCountOf(own, piece, 'target')),
  }
  for (const { key, sections } of own) {
    for (const { place, from, to, core } of sections) {
      const [offset, end] = [at(from, piece), at(to, piece)]
      if (offset === end) continue
      const bytes = await readBytes(store, key, { offset, length: end - offset })
      const [coreStart, coreEnd] = [at(core, piece) - offset, at(core, piece + 1) - offset]
      const reader = readers[place]
      await computeWithPauses(reader.add(bytes.subarray(0, coreStart), false), pause)
      await computeWithPauses(reader.add(bytes.subarray(coreStart, coreEnd), true), pause)
      await computeWithPauses(reader.add(bytes.subarray(coreEnd), false), pause)
    }
  }
  if (readers.source.rowCount() === 0 || readers.target.rowCount() === 0) return undefined
  return { source: readers.source.finish(), target: readers.target.finish() }
}

function byteCountOf(kept: readonly StoredEntries[], piece: number, place: Side): number {
  let sum = 0
  for (const { sections } of kept)
    for (const { place: own, from, to } of sections) if (own === place) sum += at(to, piece) - at(from, piece)
  return sum
}

export interface ListsToSearch extends JoinToSearch {
  readonly group: number
  /** The names of the pieces that gathered records for the group. */
  readonly pieces: readonly string[]
}

/** Searches what the pieces of a join by listings have gathered for a group of searchers. */
export async function searchLists(run: ReasonRun, search: ListsToSearch): Promise<SearchedPiece> {
  const { store, policy, joins, pause } = run
  const { join, group, pieces } = search
  const parts: Uint8Array[] = []
  for (const name of pieces) parts.push(await readBytes(store, `gathered/${name}/${group}`))
  const known = await readSearch(run, search)
  const anchorPlace = anchorSideOf(at(joins, join))
  const entries = await computeWithPauses(readGathered(parts, anchorPlace, policy.attributePaths), pause)
  const bound = await computeWithPauses(bindPiece(entries, known), pause)
  const found = await computeWithPauses(searchPiece(bound, known, listingSearchers(bound)), pause)
  return { ...(await keepFinds(run, `${join}/lists/${group}`, found)), gathered: [] }
}

async function keepFinds(
  { store, searcherCount, groupCount }: ReasonRun,
  name: string,
  { partners, finds }: PieceFinds,
): Promise<Omit<SearchedPiece, 'gathered'>> {
  if (partners.length > 0) await writeLines(store, `partners/${name}`, partners)
  const byGroup = Map.groupBy(finds, ({ searcher }) => groupOfSearcher(searcher, searcherCount, groupCount))
  for (const [group, own] of byGroup) await writeLines(store, `finds/${name}/${group}`, own)
  return { name, groups: [...byGroup.keys()], hasPartners: partners.length > 0 }
}

/** Merges what the pieces of a join found. */
export async function settleJoin(
  { store, searcherCount, pause }: ReasonRun,
  { join, state: key }: JoinToSearch,
  pieces: readonly SearchedPiece[],
): Promise<JoinSearched> {
  const state = parseState(await readBytes(store, key))
  const partners = createPartners(searcherCount)
  for (const { name, hasPartners } of pieces)
    if (hasPartners) addPartners(partners, await readLines<SearcherPartner>(store, `partners/${name}`))
  const paired = settlePairs(partners, state)
  const groups = [...new Set(pieces.flatMap((each) => each.groups))].sort((left, right) => left - right)
  const settledGroups: number[] = []
  for (const group of groups) {
    const finds: SearcherFinds[] = []
    for (const { name, groups: own } of pieces)
      if (own.includes(group))
        for (const find of await readLines<SearcherFinds>(store, `finds/${name}/${group}`)) finds.push(find)
    const settled = settleFinds(finds, paired, state)
    await pause()
    if (settled.length === 0) continue
    await writeLines(store, `settled/${join}/${group}`, settled)
    settledGroups.push(group)
  }
  await store.write(`state/${join}`, formatState(state))
  return { state: `state/${join}`, groups: settledGroups }
}
