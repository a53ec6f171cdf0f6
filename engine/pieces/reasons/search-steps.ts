import { at, byteAt } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { anchorSideOf } from '../../match/groups/anchors.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import type { Side } from '../../record/side.ts'
import { bindPiece, type PieceEntries } from './bound-piece.ts'
import { type JoinEntries, readStored, type StoredEntries } from './keep-step.ts'
import { gatherListed, listedSearchers, listingSearchers, readGathered } from './listed-pieces.ts'
import type { PieceFinds, SearcherFinds, SearcherPartner } from './piece-finds.ts'
import type { ReasonRun } from './reason-input.ts'
import type { ReasonJoin } from './reason-joins.ts'
import { type NamedStep, readBytes, readLines, writeLines } from './reason-store.ts'
import { type PieceSearch, searchPiece } from './search-piece.ts'
import { createEntryReader } from './searched-entry.ts'
import { countSearching, formatState, foundCount, parseState, type SearcherState } from './searcher-state.ts'
import { addPartners, createPartners, groupOfSearcher, settleFinds, settlePairs } from './settle-finds.ts'

/** `state` is the key of the object that stores the state of the searchers. */
interface JoinToSearch {
  readonly index: number
  readonly kept: JoinEntries
  readonly state: string
}

interface JoinSearched {
  readonly state: string
  readonly groups: readonly number[]
}

/** Searches the pieces of a join, each in a step, and merges their finds. Undefined where they found nothing. */
export async function searchJoin(run: ReasonRun, search: JoinToSearch): Promise<JoinSearched | undefined> {
  const { index } = search
  const { pieceCount } = search.kept
  const { isListed } = at(run.joins, index)
  const steps = Array.from({ length: pieceCount }, (_, piece) => pieceStep(run, search, piece))
  const searched = await run.store.steps(`reasons searches ${index}`, steps)
  const pieces = searched.filter((each) => each !== undefined)
  if (isListed) {
    const gathered = new Set(pieces.flatMap((each) => each.gathered))
    const groups = [...gathered].sort((left, right) => left - right)
    const lists = groups.map((group) => listsStep(run, search, { group, pieces }))
    for (const each of await run.store.steps(`reasons listings ${index}`, lists)) pieces.push(each)
  }
  return pieces.some(({ groups, hasPartners }) => groups.length > 0 || hasPartners)
    ? settleStep(run, search, pieces)
    : undefined
}

interface SearchedPiece {
  readonly name: string
  readonly groups: readonly number[]
  readonly hasPartners: boolean
  readonly gathered: readonly number[]
}

async function readSearch(
  { store, joins, facts }: ReasonRun,
  { index, state: key }: JoinToSearch,
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

function pieceStep(run: ReasonRun, search: JoinToSearch, piece: number): NamedStep<SearchedPiece | undefined> {
  const { store, searcherCount, pause } = run
  const work = async () => {
    const entries = await readPiece(run, search.kept, piece)
    if (entries === undefined) return undefined
    const known = await readSearch(run, search)
    run.onHeld?.(entries.source.heldByteCount + entries.target.heldByteCount + stateByteCount * searcherCount)
    const bound = await computeWithPauses(bindPiece(entries, known), pause)
    const name = `${search.index}/${piece}`
    if (!known.join.isListed) {
      const maySearch = (place: 'source' | 'target', row: number): boolean => at(entries[place].isCore, row)
      const found = await computeWithPauses(searchPiece(bound, known, { maySearch }), pause)
      return { ...(await keepFinds(run, name, found)), gathered: [] }
    }
    const { pieceCount } = search.kept
    const gathered = gatherListed(bound, known.state, (searcher) =>
      groupOfSearcher(searcher, searcherCount, pieceCount),
    )
    for (const [group, bytes] of gathered) await store.write(`gathered/${name}/${group}`, bytes)
    const found = await computeWithPauses(searchPiece(bound, known, listedSearchers(bound)), pause)
    return { ...(await keepFinds(run, name, found)), gathered: [...gathered.keys()] }
  }
  return { name: `reasons search ${search.index} ${piece}`, work }
}

/** The records of a piece; undefined where one of its two places has no record. */
async function readPiece(run: ReasonRun, kept: JoinEntries, piece: number): Promise<PieceEntries | undefined> {
  const { store, policy, pause } = run
  const own = await readStored(run, kept)
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

interface ToGather {
  readonly group: number
  readonly pieces: readonly SearchedPiece[]
}

function listsStep(run: ReasonRun, search: JoinToSearch, { group, pieces }: ToGather): NamedStep<SearchedPiece> {
  const { store, policy, joins, pause } = run
  const work = async () => {
    const parts: Uint8Array[] = []
    for (const { name, gathered } of pieces)
      if (gathered.includes(group)) parts.push(await readBytes(store, `gathered/${name}/${group}`))
    const known = await readSearch(run, search)
    const anchorPlace = anchorSideOf(at(joins, search.index))
    const entries = await computeWithPauses(readGathered(parts, anchorPlace, policy.attributePaths), pause)
    const bound = await computeWithPauses(bindPiece(entries, known), pause)
    const found = await computeWithPauses(searchPiece(bound, known, listingSearchers(bound)), pause)
    return { ...(await keepFinds(run, `${search.index}/lists/${group}`, found)), gathered: [] }
  }
  return { name: `reasons lists ${search.index} ${group}`, work }
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

function settleStep(
  { store, searcherCount, pause }: ReasonRun,
  { index, state: key }: JoinToSearch,
  pieces: readonly SearchedPiece[],
): Promise<JoinSearched> {
  return store.step(`reasons settle ${index}`, async () => {
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
      await writeLines(store, `settled/${index}/${group}`, settled)
      settledGroups.push(group)
    }
    await store.write(`state/${index}`, formatState(state))
    return { state: `state/${index}`, groups: settledGroups }
  })
}
