import type { JsonValue } from '@tallystick/engine/base'
import statementUrl from '../../../tests/samples/bank-statement.csv?url'
import ledgerUrl from '../../../tests/samples/ledger.csv?url'
import rulesUrl from '../../../tests/samples/rules.json?url'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { chooseFile, reconcileFiles } from './local-files.ts'

/** Reconciles the sample files, a German bank statement and the ledger for it, by the rules of the sample. */
export async function runSample(): Promise<RunOverview | undefined> {
  const [statement, ledger, rules] = await Promise.all([
    fileAt(statementUrl, 'bank-statement.csv'),
    fileAt(ledgerUrl, 'ledger.csv'),
    rulesAt(rulesUrl),
  ])
  await Promise.all([chooseFile('source', statement), chooseFile('target', ledger)])
  return reconcileFiles(rules)
}

async function fileAt(url: string, name: string): Promise<File> {
  return new File([await (await answerOf(url)).blob()], name)
}

const rulesAt = async (url: string): Promise<JsonValue> => (await answerOf(url)).json()

async function answerOf(url: string): Promise<Response> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The sample files could not be fetched: the server answered ${answer.status}`)
  return answer
}
