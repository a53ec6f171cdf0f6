import type { ByteStream, Client, RunRecord, ViewFile } from '../../../functions/client/index.ts'
import { makeTwoSides, rulesOfSides } from '../service/two-sides.ts'

/** The requests of runs that are watched, each of a kind of its own. */

export interface WatchedRequest {
  readonly name: string
  /** Says what the answer came to. */
  readonly work: (client: Client) => Promise<string>
}

const seed = 20_261_120

/** Uploads both sides of as many records as the adapters `psp:NAME` and `ledger:NAME`; resolves with their ids. */
export async function uploadSides(
  client: Client,
  name: string,
  recordCount: number,
): Promise<{ readonly source: string; readonly target: string }> {
  const { source, target } = makeTwoSides(recordCount, seed)
  const { id } = await uploadCsv(client, `psp:${name}`, source)
  return { source: id, target: (await uploadCsv(client, `ledger:${name}`, target)).id }
}

const uploadCsv = (client: Client, adapter: string, content: string) =>
  client.datasets.uploadExport({ name: 'side', adapter, mediaType: 'text/csv', content })

/** Begins the run of these sides. */
export const createRun = (client: Client, name: string): Promise<RunRecord> =>
  client.runs.create({ name, sourceAdapter: `psp:${name}`, targetAdapter: `ledger:${name}`, rules: rulesOfSides })

/** What is asked of a run and of the dataset of its source. */
export function requestsOf(run: RunRecord, datasetId: string): readonly WatchedRequest[] {
  const { id } = run
  const file = (accept: ViewFile) => (client: Client) =>
    lengthOf(client.runs.resultFile(id, { view: 'matches', accept }))
  return [
    { name: 'results, a page', work: async (client) => said(await client.runs.resultPage(id, { limit: 1000 })) },
    {
      name: 'results, all as NDJSON',
      work: (client) => countOf(client.runs.streamResults<'matches'>(id, { view: 'matches' })),
    },
    { name: 'results, all as CSV', work: file('text/csv') },
    { name: 'results, all as XLSX', work: file(workbook) },
    { name: 'records, all as NDJSON', work: (client) => lengthOf(client.datasets.recordLines(datasetId)) },
    { name: 'records, all as CSV', work: (client) => lengthOf(client.datasets.recordsCsv(datasetId)) },
    { name: 'evidence, the manifest', work: async (client) => said(await client.runs.evidence(id)) },
    { name: 'evidence, a line', work: async (client) => said(await client.runs.proof(id, { leaf: 9 })) },
    { name: 'evidence, the pack', work: (client) => lengthOf(client.runs.evidencePack(id)) },
    { name: 'verify, the proof chain', work: async (client) => said(await client.explain.verifyProofChain(id)) },
    { name: 'verify, the log', work: async (client) => said(await client.log.verify()) },
    { name: 'execution graph', work: async (client) => said(await client.explain.executionGraph(id)) },
    { name: 'lineage of a record', work: async (client) => said(await client.explain.lineage(id, 'source:s900')) },
    { name: 'impact of the policy', work: async (client) => said(await client.explain.policyImpact(id)) },
    { name: 'replay', work: async (client) => said(await client.runs.replay(id)) },
  ]
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const said = (answer: object): string => byteText(JSON.stringify(answer).length)

export async function lengthOf(answer: Promise<ByteStream>): Promise<string> {
  let length = 0
  for await (const part of await answer) length += part.length
  return byteText(length)
}

async function countOf(lines: AsyncIterable<unknown>): Promise<string> {
  let count = 0
  for await (const _ of lines) count += 1
  return `${count} lines`
}

const byteText = (length: number): string => (length < 1e5 ? `${length} B` : `${(length / 1e6).toFixed(1)} MB`)
