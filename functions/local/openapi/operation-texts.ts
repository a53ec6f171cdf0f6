import { operatorTexts } from './operator-texts.ts'
import type { OperationText } from './tags.ts'
import { uploadTexts } from './upload-texts.ts'

/** The texts of each operation by its `operationId`. They stand here, since the Worker holds what stands in a route. */

export const operationTexts: Readonly<Record<string, OperationText>> = {
  ...operatorTexts,
  ...uploadTexts,
  createDataset: {
    tag: 'Datasets',
    summary: 'Upload a dataset: JSON, or an export as it is',
    description:
      'A JSON body has everything in it; any other body is the file itself, and the query names the dataset and its adapter. The upload is stored whole or not at all. An adapter’s newest dataset is what a run of that adapter reads.',
  },
  listDatasets: {
    tag: 'Datasets',
    summary: 'List datasets',
    description: 'The datasets of the tenant, newest first, a page at a time.',
  },
  getDataset: {
    tag: 'Datasets',
    summary: 'Get a dataset',
    description:
      'What is known of one dataset: counts, totals by currency, period, root and warnings; not its records. Of an upload in parts how far it is, or why its file was refused.',
  },
  listRecords: {
    tag: 'Datasets',
    summary: 'List the records of a dataset',
    description:
      'The canonical records as they are hashed, in the order received: a page as JSON, all of them as NDJSON or CSV by `Accept`.',
  },
  proposePolicy: {
    tag: 'Runs',
    summary: 'Propose rules for two datasets',
    description:
      'Looks for the rules that the newest datasets of two adapters suggest, from certain to doubtful, each with the figures that led to it, examples, and an estimate of how many of its matches are wrong. Sides that have nothing to do with each other get no rule. Nothing is stored, so that a request may be repeated.',
  },
  createRun: {
    tag: 'Runs',
    summary: 'Reconcile two datasets',
    description:
      'Reconciles the newest datasets of two adapters under the rules given and answers once the run has ended. An empty list of rules stands for the built-in policy. The outcome `failed` is an answer too: `failure` says why. A run of more records or bytes than a request takes (`/api/v1/meta`) is answered with 202 and executed by a Workflow: `GET` its `Location` until it has ended. `Prefer: respond-async` asks for that for any run. `DELETE` cancels such a run.',
  },
  listRuns: {
    tag: 'Runs',
    summary: 'List runs',
    description:
      'The runs of the tenant, newest first, without their rules. With `lost=true` the runs of which only the receipt is left.',
  },
  getRun: {
    tag: 'Runs',
    summary: 'Get a run',
    description: 'One run with its effective rules, summary, warnings, and links to what it made.',
  },
  getPolicy: {
    tag: 'Runs',
    summary: 'Get the policy of a run',
    description:
      'The effective rules, and the tables, rates and calendars that they refer to, byte for byte as they were hashed.',
  },
  replayRun: {
    tag: 'Runs',
    summary: 'Execute a run again',
    description:
      'Executes a completed or failed run again over the datasets that it was pinned to, under its own rules or under others. The replay is a run of its own, with its own receipt; its result is compared to that of the run. Each of rules, tables, rates and calendars takes the place of that of the run; those left out stay, except beside the built-in rules, which refer to nothing. A run of another engine version is executed under rules of the request alone. A large run is replayed by a Workflow and answered with 202; the roots of both are compared then, and `differences` is null.',
  },
  listResults: {
    tag: 'Results',
    summary: 'List what a run found',
    description:
      'The reconciliation response: a page of a view as JSON, all of the view as NDJSON or CSV by `Accept`. A page may hold fewer items than `limit` and still have a `next_cursor`, when a filter’s hits are thin. `request_id` is that of the run, since the answer never changes; that of this request is in `X-Request-Id`.',
  },
  getEvidence: {
    tag: 'Evidence',
    summary: 'Get what proves a run',
    description:
      'The manifest of the run, the proof of one line of its result, or all of it as an archive. One line (`matchId`, `leaf`) and the archive show lines of the datasets: they ask for the scope `datasets:read` too. A line that is about thousands of records is proven by the archive alone (400 `invalid_query`).',
  },
  verifyProofChain: {
    tag: 'Explain',
    summary: 'Recompute the proof chain of a run',
    description:
      'Recomputes every link from the stored bytes: records, dataset roots, policy, result root, receipt, log and checkpoint. A broken link is a finding of the answer and not an error.',
  },
  getExecutionGraph: {
    tag: 'Explain',
    summary: 'Get what a run did, as a graph',
    description:
      'What the run did pass by pass, as JSON, DOT or Mermaid by `Accept`. Made by executing the run again over its stored records; when that does not give its result, the answer is a problem.',
  },
  traceArtifactLineage: {
    tag: 'Explain',
    summary: 'Trace where an artifact came from',
    description:
      'Where an artifact of the run came from, down to lines of its datasets, and all that was made of it. The lines are the canonical ones that were stored and hashed, not the bytes of an upload, which are not kept. They are shown to a key that has the scope `datasets:read` too.',
  },
  findPolicyImpact: {
    tag: 'Explain',
    summary: 'Find what each rule carried',
    description:
      'What each rule of the run carried, and what the run would have come to without it, by executing the run again with that rule disabled.',
  },
  getCheckpoint: {
    tag: 'Log',
    summary: 'Get the newest checkpoint of the log',
    description:
      'The newest published checkpoint of the tenant’s log, a signed note of C2SP tlog-checkpoint. `/api/v1/log` is the address of a log of C2SP tlog-tiles: its tiles and entries are those of this size at least.',
  },
  getTile: {
    tag: 'Log',
    summary: 'Get a tile of the log',
    description:
      'A tile of the tenant’s log as C2SP tlog-tiles has it, or with the level `entries` a bundle of entries.',
  },
  getEntries: {
    tag: 'Log',
    summary: 'Get a bundle of entries of the log',
    description: 'Receipts of the tenant’s log, each with its length. The same as `/log/tile/entries/{place}`.',
  },
  getConsistency: {
    tag: 'Log',
    summary: 'Prove that the log only grew',
    description: 'The proof that the tenant’s log of the size `to` begins with that of the size `from`.',
  },
  getIndexCheckpoint: {
    tag: 'Log',
    summary: 'Get the newest checkpoint of the index of all logs',
    description:
      'The newest published checkpoint of the index, a signed note of C2SP tlog-checkpoint with the cosignatures of its witnesses. `/api/v1/index` is the address of a log of C2SP tlog-tiles, which anybody may read: each entry is the head of a tenant’s log, under a hash, and continues the head of the same log before it. Two entries that follow the same one are a fork.',
  },
  getIndexTile: {
    tag: 'Log',
    summary: 'Get a tile of the index of all logs',
    description: 'A tile of the index as C2SP tlog-tiles has it, or with the level `entries` a bundle of entries.',
  },
  getIndexEntries: {
    tag: 'Log',
    summary: 'Get a bundle of entries of the index of all logs',
    description: 'Heads of logs, each with its length. The same as `/index/tile/entries/{place}`.',
  },
  verifyLog: {
    tag: 'Log',
    summary: 'Recompute the whole log',
    description:
      'Recomputes the tenant’s log from what is stored and compares it with its runs. Takes as long as the log is: a query for 500 receipts, two objects for 256.',
  },
  listKeys: {
    tag: 'Keys',
    summary: 'List API keys',
    description: 'The API keys of the tenant, newest first, without their secrets.',
  },
  createKey: {
    tag: 'Keys',
    summary: 'Make an API key',
    description: 'Makes a key with the scopes given. Its secret is in this answer only.',
  },
  rotateKey: {
    tag: 'Keys',
    summary: 'Rotate an API key',
    description:
      'Makes a key like this one, which ends after an overlap: 24 hours when left out. The secret of the new key is in this answer only.',
  },
  revokeKey: {
    tag: 'Keys',
    summary: 'Revoke an API key',
    description:
      'Ends a key at once; it is refused everywhere within 15 seconds. A key with a scope that the calling key lacks is revoked by the operator of the service.',
  },
  listPublicKeys: {
    tag: 'Keys',
    summary: 'List the public keys of the service',
    description:
      'The public half of every key that checkpoints are or ever were signed with: those that sign now first, then the others, newest first.',
  },
  runPlayground: {
    tag: 'Playground',
    summary: 'Try a rule on built-in records',
    description:
      'Reconciles built-in records of the adapters named, without a key; nothing is stored. The headers choose the plan and the flags to try.',
  },
  cancelRun: {
    tag: 'Runs',
    summary: 'Cancels a run that a Workflow executes',
    description:
      'The run is `cancelled` from then on, unless it is being sealed. A key with `runs:delete` may do that too. Deletes nothing, and may be repeated: a run that was cancelled before is 200 again.',
  },
  deleteRun: {
    tag: 'Runs',
    summary: 'Deletes a run that has ended, with its result, or cancels one that has not',
    description:
      'A run that a Workflow executes is cancelled, unless it is being sealed: the answer is 200 with the run, which is `cancelled` from then on. A key with `runs:write` may do that too; to delete takes `runs:delete`. Of a run that is deleted, the receipt and hashes stay, and the deletion is an entry of the tenant’s log. From then on everything of the run is 410 `records_deleted`. May be repeated: a run that was deleted before is 204 again.',
  },
  deleteDataset: {
    tag: 'Datasets',
    summary: 'Deletes a dataset with its records',
    description:
      'Results of runs that read it stay, with its root; what needs the records is 410 `records_deleted`: replays, evidence packs, proofs of a line, explanations. The deletion is an entry of the tenant’s log. May be repeated: a dataset that was deleted before is 204 again.',
  },
  getUsage: {
    tag: 'Usage',
    summary: 'What the tenant uses of its limits',
    description: 'Storage, requests and runs. Any key of the tenant may ask, whatever its scopes.',
  },
  getLlmsText: {
    tag: 'System',
    summary: 'The service in short, for a language model',
    description:
      'In the form of llmstxt.org: what the service is, how to call it, and links to all else that describes it.',
  },
  getDocumentation: {
    tag: 'System',
    summary: 'A page of the documentation',
    description: 'As Markdown, for readers and language models. `/llms.txt` lists the pages.',
  },
}
