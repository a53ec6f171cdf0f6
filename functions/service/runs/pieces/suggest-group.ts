import { appendBytes, createWordBuffer, type WordBuffer } from '@tallystick/engine/base'
import { type ListedSuggestions, noListed, noteListed } from '@tallystick/engine/match'
import {
  hasBit,
  type LineNumbers,
  listedSuggestions,
  noneCovered,
  setBit,
  storedLinesIn,
} from '@tallystick/engine/pieces'
import { sides } from '@tallystick/engine/record'
import { nextEvent } from '../../platform/slices.ts'
import { readEnds } from './end-files.ts'
import type { PieceGroup } from './group-partitions.ts'
import { lineAsNumbers, linesOfNumbers, numbersInTurn } from './number-files.ts'
import type { PieceJob } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import { createPieceOutput, suggestionsFolder } from './piece-output.ts'
import { fileCountAtOnce, filesInTurn, filesOfTask, type PieceStore } from './piece-store.ts'

/** Suggested records of each rule, a file for each group: groups of one rule have no record in common. */
const suggestedOf = (position: number): string => `suggested/${padded(position)}`

/**
 * Suggestions of earlier rules are packed into few files: an object costs more than its bytes, and each group of a
 * later rule reads them all.
 */
const packedFolder = 'suggested-before/'
const packedOf = (position: number): string => `${packedFolder}${padded(position)}`
const packedByteCount = 2 * 1024 * 1024

export async function packSuggested({ store, onHeld }: PieceJob, position: number): Promise<void> {
  const names = (await store.list(`${suggestedOf(position)}/`)).map(({ name }) => name)
  const buffer = createWordBuffer(64 * 1024)
  let fileCount = 0
  const flush = async (): Promise<void> => {
    if (buffer.end > 0) await store.write(`${packedOf(position)}/${padded(fileCount++)}`, bufferBytes(buffer))
    buffer.end = 0
  }
  for await (const bytes of filesInTurn(store, names)) {
    appendBytes(buffer, bytes)
    onHeld?.(buffer.bytes.length + bytes.length)
    if (buffer.end > packedByteCount) await flush()
  }
  await flush()
}

const bufferBytes = ({ bytes, end }: WordBuffer): Uint8Array => bytes.slice(0, end)

/** Approximate bytes of a pair in memory, with the counts of its records. */
const listedByteCount = 200

/** Writes the suggestions of a group whose records are all still open. Requires packed suggestions of earlier rules. */
export async function writeGroupSuggestions(job: PieceJob, group: PieceGroup, version: number): Promise<number> {
  const { store } = job
  const states = await readEnds(store, version)
  const claimTask = taskName('claim', group.position, group.group)
  const files: Uint8Array[] = []
  for await (const file of filesInTurn(store, await filesOfTask(store, suggestionsFolder, claimTask))) files.push(file)
  const heldBefore = files.reduce((sum, { length }) => sum + length, 0) + states.source.length + states.target.length
  const listed = await listedBefore(job, group, { files, heldBefore })
  await nextEvent()
  const lines = listedSuggestions(files, { states, listed })
  const output = createPieceOutput(job.sizes)
  for (const line of lines) {
    output.addStored('suggestions', line)
    output.addNumbers(suggestedOf(group.position), lineAsNumbers(line))
  }
  job.onHeld?.(heldBefore + listedByteCount * listed.pairs.size + output.heldByteCount())
  await output.write(store, taskName('suggestions', group.position, group.group))
  return lines.length
}

interface SuggestionsRead {
  readonly files: readonly Uint8Array[]
  readonly heldBefore: number
}

/**
 * The suggestions of earlier rules for the suggested records of a group, at most three for each record. Holds these
 * suggestions.
 */
async function listedBefore(
  { store, onHeld }: PieceJob,
  { position }: PieceGroup,
  { files, heldBefore }: SuggestionsRead,
): Promise<ListedSuggestions> {
  const listed = noListed()
  const names = (await store.list(packedFolder)).map(({ name }) => name).filter((name) => name < packedOf(position))
  if (names.length === 0) return listed
  const known = { source: new Set<number>(), target: new Set<number>() }
  for (const bytes of files)
    for (const line of storedLinesIn(bytes))
      for (const side of sides) for (const number of line[side]) known[side].add(number)
  const isOfGroup = (line: LineNumbers): boolean =>
    sides.some((side) => line[side].some((number) => known[side].has(number)))
  for await (const numbers of numbersInTurn(store, names)) {
    // Counts the numbers, and the files that are read ahead.
    onHeld?.(heldBefore + (1 + fileCountAtOnce) * numbers.byteLength + listedByteCount * listed.pairs.size)
    for (const line of linesOfNumbers(numbers)) if (isOfGroup(line)) noteListed(listed, line)
  }
  return listed
}

const bitsFile = (side: string): string => `suggested-records/${side}`

/** Writes which records are suggested, a bit a record, once all suggestions are packed. */
export async function collectSuggested(job: PieceJob, version: number): Promise<void> {
  const { store } = job
  const ends = await readEnds(store, version)
  const bits = noneCovered({ source: ends.source.length, target: ends.target.length })
  const names = (await store.list(packedFolder)).map(({ name }) => name)
  for await (const numbers of numbersInTurn(store, names)) {
    job.onHeld?.((ends.source.length + ends.target.length) * (1 + 1 / 8) + 2 * numbers.byteLength)
    for (const line of linesOfNumbers(numbers))
      for (const side of sides) for (const number of line[side]) setBit(bits[side], number)
  }
  for (const side of sides) await store.write(bitsFile(side), bits[side])
}

interface SuggestedRecords {
  readonly heldByteCount: number
  hasOf(line: LineNumbers): boolean
}

/** Undefined when no rule suggested a record. */
export async function readSuggested(store: PieceStore): Promise<SuggestedRecords | undefined> {
  const [source, target] = [await store.read(bitsFile('source')), await store.read(bitsFile('target'))]
  if (source === undefined || target === undefined) return undefined
  const bits = { source, target }
  return {
    heldByteCount: source.length + target.length,
    hasOf: (line) => sides.some((side) => line[side].some((number) => hasBit(bits[side], number))),
  }
}
