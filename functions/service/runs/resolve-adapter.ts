import { toHex } from '@tallystick/engine/base'
import { emptyRoot } from '@tallystick/engine/merkle'
import { type BySide, type Side, sides } from '@tallystick/engine/record'
import { type Adapter, type DemoKind, datasetKind, isDemoKind } from '@tallystick/schema/adapter'
import { storedTotals, storedWarnings } from '@tallystick/schema/dataset'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import { readStored } from '../http/altered.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { reasonOfLimit } from '../platform/record-limit.ts'
import { type DatasetChoice, instanceCountMax } from '../store/dataset-store.ts'
import { demoDataset } from '../store/demo/demo-dataset.ts'

export interface ResolvedSides extends BySide<PinnedSide> {
  readonly warnings: readonly SideWarning[]
  /** Bytes of the canonical lines of both sides together. Built-in records count nothing. */
  readonly byteCount: number
}

/** A warning about the dataset of a side, or about the lack of one. */
export interface SideWarning {
  readonly code: (typeof sideWarningCodes)[number]
  readonly side: Side
  readonly detail: string
}

export const sideWarningCodes = ['no_dataset', 'balance_mismatch'] as const

/** A row of `datasetStore.candidates`. */
export interface Candidate {
  readonly id: string
  readonly adapter: string
  readonly root: string
  readonly recordCount: number
  readonly byteCount: number
  readonly totals: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly warnings: string
}

export interface SidesToResolve {
  readonly adapters: BySide<Adapter>
  readonly candidates: BySide<readonly Candidate[]>
  /** The most records of both sides together. */
  readonly recordCountMax: number
}

/** The datasets that an adapter may mean, as a query of `datasetStore.candidates`. */
export function choiceOf(adapter: Adapter): DatasetChoice {
  if (adapter.instance === undefined) return { by: 'kind', kind: adapter.kind }
  if (adapter.kind === datasetKind) return { by: 'id', id: adapter.instance }
  return { by: 'adapter', adapter: adapter.text }
}

/**
 * Pins both sides to datasets among the candidates of the store. Throws `dataset_not_found`, `adapter_ambiguous` with a
 * list of the instances, `same_dataset` or `run_too_large`. A side without a dataset is empty and gives a warning.
 */
export function resolveSides(input: SidesToResolve): ResolvedSides {
  refuseUnknownDatasets(input)
  refuseAmbiguous(input)
  const source = resolveSide(input.adapters.source, input.candidates.source)
  const target = resolveSide(input.adapters.target, input.candidates.target)
  if (source.datasetId !== null && source.datasetId === target.datasetId)
    throw new ProblemError('same_dataset', {
      detail: `Both adapters stand for the dataset ${source.datasetId}; a run compares two.`,
    })
  const pointers = { source: '/sourceAdapter', target: '/targetAdapter' }
  refuseTooLarge({ source, target }, pointers, input.recordCountMax)
  const pinned = { source, target }
  const chosen = (side: Side) => input.candidates[side].find(({ id }) => id === pinned[side].datasetId)
  const warnings = sides.flatMap((side) =>
    pinned[side].datasetId === null ? [noDataset(side, input.adapters[side])] : balanceWarnings(side, chosen(side)),
  )
  const byteCount = (chosen('source')?.byteCount ?? 0) + (chosen('target')?.byteCount ?? 0)
  return { source, target, warnings, byteCount }
}

const noDataset = (side: Side, { text }: Adapter): SideWarning => ({
  code: 'no_dataset',
  side,
  detail: `There is no dataset for the adapter ${text}: this side is empty.`,
})

/** The warning of a dataset whose statements do not add up; none for built-in records. */
function balanceWarnings(side: Side, candidate: Candidate | undefined): readonly SideWarning[] {
  if (candidate === undefined) return []
  const { id, warnings } = candidate
  const stored = readStored(`The row of the dataset ${id}`, () => storedWarnings.parse(JSON.parse(warnings)))
  return stored
    .filter(({ code }) => code === 'balance_mismatch')
    .map(({ count, expected, stated }) => ({
      code: 'balance_mismatch',
      side,
      detail: `${count === 1 ? 'A statement' : `${count} statements`} of the dataset ${id} ${count === 1 ? 'does' : 'do'} not add up: by its opening balance and entries ${count === 1 ? 'it' : 'the first'} closes with ${expected}, and it states ${stated}.`,
    }))
}

function refuseUnknownDatasets(input: SidesToResolve): void {
  const errors = sides
    .filter((side) => input.adapters[side].kind === datasetKind && input.candidates[side].length === 0)
    .map((side) => ({
      pointer: `/${side}Adapter`,
      code: 'dataset_not_found',
      detail: 'There is no dataset with this id.',
    }))
  if (errors.length > 0)
    throw new ProblemError('dataset_not_found', { detail: 'There is no dataset with this id.', errors })
}

const isExact = (adapter: Adapter, candidate: Candidate): boolean =>
  adapter.kind === datasetKind || candidate.adapter === adapter.text

function refuseAmbiguous({ adapters, candidates }: SidesToResolve): void {
  const errors = sides
    .filter((side) => candidates[side].length > 1 && !candidates[side].some((each) => isExact(adapters[side], each)))
    .map((side) => {
      const instances = candidates[side].map(({ adapter }) => adapter).sort()
      const listed = instances.slice(0, instanceCountMax)
      const more = instances.length > listed.length ? ' and more' : ''
      const pointer = `/${side}Adapter`
      const detail = `Got the adapter ${adapters[side].text} for the ${side}, which has several instances: ${listed.join(', ')}${more}. Wanted one of them, or dataset:<id>.`
      return { pointer, code: 'adapter_ambiguous', detail }
    })
  if (errors.length > 0)
    throw new ProblemError('adapter_ambiguous', { detail: errors.map(({ detail }) => detail).join(' '), errors })
}

function resolveSide(adapter: Adapter, candidates: readonly Candidate[]): PinnedSide {
  const found = candidates.find((candidate) => isExact(adapter, candidate)) ?? candidates[0]
  if (found !== undefined) return pin(found)
  return isDemoKind(adapter.kind) ? pinDemo(adapter.kind) : emptySide()
}

const pin = (candidate: Candidate): PinnedSide => ({
  datasetId: candidate.id,
  root: candidate.root,
  recordCount: candidate.recordCount,
  totals: readStored(`The row of the dataset ${candidate.id}`, () => storedTotals.parse(JSON.parse(candidate.totals))),
})

function pinDemo(kind: DemoKind): PinnedSide {
  const { root, recordCount, totals } = demoDataset(kind)
  return { datasetId: kind, root, recordCount, totals }
}

// Only made when needed: as the module is loaded there may be no WebAssembly yet.
const emptySide = (): PinnedSide => ({
  datasetId: null,
  root: toHex(emptyRoot(sha256)),
  recordCount: 0,
  totals: {},
})

/**
 * Throws `run_too_large` when both sides together have more records than a run takes. `pointers` name the members of
 * the body; the fault is at that of the larger side.
 */
export function refuseTooLarge(
  { source, target }: BySide<PinnedSide>,
  pointers: BySide<string>,
  recordCountMax: number,
): void {
  const recordCount = source.recordCount + target.recordCount
  if (recordCount <= recordCountMax) return
  const detail = `Got ${source.recordCount} and ${target.recordCount} records, at most ${recordCountMax} of both sides together are taken${reasonOfLimit(recordCountMax)}`
  const pointer = pointers[source.recordCount > target.recordCount ? 'source' : 'target']
  throw new ProblemError('run_too_large', { detail, errors: [{ pointer, code: 'run_too_large', detail }] })
}
