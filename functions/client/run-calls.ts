import type { Confidence, CriterionInput, ReferenceDataInput, RuleInput } from '@tallystick/engine/rules'
import type { EvidenceManifest, EvidenceProof } from '@tallystick/schema/evidence'
import type { LostRun } from '@tallystick/schema/lost-run'
import type { ReplayAnswer } from '@tallystick/schema/replay'
import type { ResultResponse, View } from '@tallystick/schema/result'
import type { ResultBreak, ResultExclusion, ResultMatch, ResultNetting } from '@tallystick/schema/result-item'
import type { ListedRun, RunRecord, RunState } from '@tallystick/schema/run'
import type { ByteStream, Calls, MakeOptions } from './calls.ts'
import { type List, listBy } from './lists.ts'
import { type CallOptions, type Query, segment } from './transport.ts'

/**
 * The rules of a run and the reference data that they name: rules in the order of their priority, or the criteria of a
 * single rule.
 */
export interface Policy extends ReferenceDataInput {
  /** Empty for the built-in policy. */
  readonly rules: readonly RuleInput[] | readonly CriterionInput[]
}

export interface NewRun extends Policy {
  readonly name: string
  readonly sourceAdapter: string
  readonly targetAdapter: string
  /** Whether an adapter that has no dataset counts as an empty side. */
  readonly allowEmpty?: boolean
}

export interface ItemOfView {
  readonly matches: ResultMatch
  readonly suggestions: ResultMatch
  readonly breaks: ResultBreak
  readonly excluded: ResultExclusion
  readonly netted: ResultNetting
}

export interface ViewQuery<Name extends View> {
  readonly view: Name
  readonly confidence?: Confidence
  readonly rule?: string
  readonly reason?: ResultBreak['reason']
  readonly cause?: NonNullable<ResultBreak['cause']>['kind']
  readonly include?: 'records'
  readonly limit?: number
}

/** The media types in which a view can be had as a file, with its records. */
export type ViewFile = 'text/csv' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const runCalls = (calls: Calls) => ({
  /**
   * Reconciles two datasets. Resolves with the ended run, which may have failed, or with a large run that is still
   * queued: see its `status`.
   */
  create: (run: NewRun, options: MakeOptions = {}): Promise<RunRecord> =>
    calls.make({ path: '/runs', json: run, ...options }),

  /** Executes a run again, under its own policy or with the given members of the policy replaced. */
  replay: (id: string, changes: Partial<Policy> = {}, options: MakeOptions = {}): Promise<ReplayAnswer> =>
    calls.make({ path: `/runs/${segment(id)}/replay`, json: changes, ...options }),

  list: (
    query: { readonly status?: RunState; readonly adapter?: string; readonly limit?: number } = {},
    options: CallOptions = {},
  ): List<ListedRun> => calls.list('/runs', { query, ...options }),

  /** Runs of which only the receipt still exists. */
  listLost: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<LostRun> =>
    calls.list('/runs', { query: { ...query, lost: 'true' }, ...options }),

  get: (id: string, options: CallOptions = {}): Promise<RunRecord> => calls.json(pathOf(id), options),

  /** The policy as the exact bytes that were hashed. */
  policy: (id: string, options: CallOptions = {}): Promise<string> => calls.text(`${pathOf(id)}/policy`, options),

  results: <Name extends View>(id: string, query: ViewQuery<Name>, options: CallOptions = {}) =>
    resultsOf(calls, id, { query, options }),

  /** The first page of a view, with the totals of the run. */
  resultPage: (id: string, query: Partial<ViewQuery<View>> = {}, options: CallOptions = {}): Promise<ResultResponse> =>
    calls.json(`${pathOf(id)}/results`, { query: { ...query }, ...options }),

  /** All items of a view in one stream. */
  streamResults: <Name extends View>(
    id: string,
    query: Omit<ViewQuery<Name>, 'limit'>,
    options: CallOptions = {},
  ): AsyncIterable<ItemOfView[Name]> => calls.lines(`${pathOf(id)}/results`, { query: { ...query }, ...options }),

  /** All items of a view as a file of the media type `accept`. */
  resultFile: (
    id: string,
    { accept, ...query }: Omit<ViewQuery<View>, 'limit' | 'include'> & { readonly accept: ViewFile },
    options: CallOptions = {},
  ): Promise<ByteStream> => calls.stream(`${pathOf(id)}/results`, { query, accept, ...options }),

  /** Cancels a run that has not ended. Also resolves where it is already cancelled. Deletes nothing. */
  cancel: (id: string, options: CallOptions = {}): Promise<RunRecord> =>
    calls.change({ path: `${pathOf(id)}/cancel`, isRepeatable: true, ...options }),

  /** Deletes a run that has ended. An unfinished run is only cancelled. Also resolves where it is already deleted. */
  delete: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(pathOf(id), options),

  ...evidenceCalls(calls),
})

/** Names a line of a result by its id or by its position. */
export type LineName = { readonly matchId: string } | { readonly leaf: number }

const evidenceCalls = (calls: Calls) => ({
  evidence: (id: string, options: CallOptions = {}): Promise<EvidenceManifest> =>
    calls.json(`${pathOf(id)}/evidence`, options),

  proof: (id: string, line: LineName, options: CallOptions = {}): Promise<EvidenceProof> =>
    calls.json(`${pathOf(id)}/evidence`, { query: { ...line }, ...options }),

  /** A C2SP tlog-proof of the line; without a line, of the run's receipt. */
  tlogProof: (id: string, line: LineName | undefined = undefined, options: CallOptions = {}): Promise<string> =>
    calls.text(`${pathOf(id)}/evidence`, { query: { ...line }, accept: 'text/plain', ...options }),

  /** The evidence pack, a zip that `npx tallystick verify` checks offline. */
  evidencePack: (id: string, options: CallOptions = {}): Promise<ByteStream> =>
    calls.stream(`${pathOf(id)}/evidence`, { query: { format: 'zip' }, accept: 'application/zip', ...options }),
})

const pathOf = (runId: string): string => `/runs/${segment(runId)}`

interface ResultsCall<Name extends View> {
  readonly query: ViewQuery<Name>
  readonly options: CallOptions
}

const resultsOf = <Name extends View>(
  calls: Calls,
  id: string,
  { query, options }: ResultsCall<Name>,
): List<ItemOfView[Name]> =>
  listBy(async (cursor) => {
    const asked: Query = { ...query, cursor }
    const page = await calls.json<ResultResponse & { readonly [name in Name]: ItemOfView[Name][] }>(
      `${pathOf(id)}/results`,
      { query: asked, ...options },
    )
    return { items: page[query.view], nextCursor: page.next_cursor ?? undefined }
  })
