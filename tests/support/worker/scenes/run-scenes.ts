import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import { demoRun, makeRun } from '../runs.ts'
import { got, type Scene, type Scenes, sent } from './scene.ts'

const json = 'application/json'

/** Of a run that is completed. */
const ofRun =
  (path: (run: string) => string): Scene =>
  async (_, { client }) =>
    got(path((await makeRun(client)).links.self))

const ofQueuedRun = async (client: Parameters<Scene>[1]['client']): Promise<string> => {
  const answer = await client.post('/api/v1/runs', demoRun, { Prefer: 'respond-async' })
  return `/api/v1/runs/${(await answer.json<{ id: string }>()).id}`
}

const explorer = (name: string, query = '') => ofRun((run) => `${run}/trust-explorer/${name}${query}`)

/** A request of each operation of runs, their results and their evidence, and of the log. */
export const runScenes = {
  proposePolicy: () => sent('POST', '/api/v1/policies/propose', Object(requestExamples['proposePolicy']?.[json])),
  createRun: () => sent('POST', '/api/v1/runs', demoRun, { headers: { 'Idempotency-Key': 'one' } }),
  listRuns: async (_, { client }) => {
    await makeRun(client)
    return got('/api/v1/runs')
  },
  replayRun: async (_, { client }) => {
    const { links } = await makeRun(client)
    return sent('POST', `${links.self}/replay`, {}, { headers: { 'Idempotency-Key': 'one' } })
  },
  cancelRun: async (_, { client }) => sent('POST', `${await ofQueuedRun(client)}/cancel`),
  getRun: ofRun((run) => run),
  deleteRun: async (_, { client }) => sent('DELETE', (await makeRun(client)).links.self),
  getPolicy: ofRun((run) => `${run}/policy`),
  listResults: ofRun((run) => `${run}/results?view=breaks&include=records`),
  getEvidence: ofRun((run) => `${run}/evidence`),
  verifyProofChain: explorer('verifyProofChain'),
  getExecutionGraph: explorer('getExecutionGraph'),
  traceArtifactLineage: explorer('traceArtifactLineage', '?artifact=result'),
  findPolicyImpact: explorer('findPolicyImpact'),
  findRuleChanges: async (_, { client }) => {
    const { links } = await makeRun(client)
    const { breaks } = await (await client.get(`${links.self}/results?view=breaks`)).json<ResultResponse>()
    return got(`${links.self}/trust-explorer/findRuleChanges?break=${breaks[0]?.id}`)
  },
  getCheckpoint: afterRuns(1, '/api/v1/log/checkpoint'),
  getTile: afterRuns(1, '/api/v1/log/tile/0/000.p/1'),
  getEntries: afterRuns(1, '/api/v1/log/entries/000.p/1'),
  getConsistency: afterRuns(2, '/api/v1/log/consistency?from=1&to=2'),
  verifyLog: afterRuns(2, '/api/v1/log/verify'),
} satisfies Scenes

function afterRuns(count: number, path: string): Scene {
  return async (_, { client }) => {
    for (let made = 0; made < count; made += 1) await makeRun(client)
    return got(path)
  }
}
