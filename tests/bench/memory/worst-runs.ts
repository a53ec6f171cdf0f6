import { at } from '@tallystick/engine/base'
import { ruleCountMax } from '@tallystick/engine/rules'
import { type Client, TallystickError } from '../../../functions/client/index.ts'
import { createRandom } from '../random.ts'
import { createRun, uploadSides } from './run-requests.ts'

/** What takes most of an isolate at once: the largest runs of requests, and the rules with the most work for few records. */

/** Records a side of the largest run that a request executes. */
const largestCount = 25_000
const worstCount = 1_500

/** Uploads the sides of the largest runs, one after another. Gives what makes all runs at once, and says how they ended. */
export async function largestRuns(clients: readonly Client[]): Promise<() => Promise<string>> {
  for (const client of clients) await uploadSides(client, 'largest', largestCount)
  return async () => {
    const ends = await Promise.all(clients.map((client) => endOf(() => createRun(client, 'largest'))))
    return countsOf(ends)
  }
}

/** Uploads records of equal amounts and days with similar texts. Gives what matches them by as many rules as there may be. */
export async function worstRun(client: Client): Promise<() => Promise<string>> {
  for (const [side, adapter] of [
    ['s', 'psp:worst'],
    ['t', 'ledger:worst'],
  ] as const)
    await client.datasets.uploadExport({ name: 'worst', adapter, mediaType: 'text/csv', content: alike(side) })
  const run = { name: 'worst', sourceAdapter: 'psp:worst', targetAdapter: 'ledger:worst', rules: worstRules }
  return () => endOf(() => client.runs.create(run))
}

async function endOf(make: () => Promise<{ readonly status: string }>): Promise<string> {
  try {
    return (await make()).status
  } catch (error) {
    if (error instanceof TallystickError) return error.failure.code
    throw error
  }
}

const countsOf = (ends: readonly string[]): string =>
  [...new Set(ends)].map((end) => `${ends.filter((each) => each === end).length} ${end}`).join(', ')

/** Records without a partner whose every pair has to be compared. */
function alike(side: string): string {
  const { between } = createRandom(side.charCodeAt(0))
  const word = () => Array.from({ length: 12 }, () => String.fromCharCode(97 + between(0, 25))).join('')
  const rows = Array.from({ length: worstCount }, (_, index) => {
    const text = Array.from({ length: 8 }, word).join(' ')
    return `${side}${index},2026-03-01,7.00,EUR,payment of the month ${text}`
  })
  return ['id,date,amount,currency,description', ...rows, ''].join('\n')
}

const methods = ['levenshtein', 'jaro-winkler', 'trigram', 'token-set'] as const

const worstRules = Array.from({ length: ruleCountMax }, (_, index) =>
  index % 5 === 4
    ? {
        ...({ id: `subset-${index}`, cardinality: '1:n', select: 'subset', action: 'suggest' } as const),
        ...{ limits: { maxItems: 6, maxCandidates: 24 }, match: [{ field: 'date', days: 3 }], sum: {} },
      }
    : {
        ...({ id: `similar-${index}`, action: 'suggest' } as const),
        match: [
          { field: 'amount' },
          { field: 'description', similarity: { method: at(methods, index % 4), min: '0.97' } },
        ],
      },
)
