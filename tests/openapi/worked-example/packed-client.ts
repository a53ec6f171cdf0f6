import {
  createClient,
  type Failure,
  type ResultBreak,
  type ResultMatch,
  type RunRecord,
  TallystickError,
} from '@tallystick/client'

/** What a stranger writes with the packed client: it has to compile strictly, and to run. */

const answers = [
  { id: 'run_1', status: 'completed' },
  { breaks: [{ reason: 'missing_in_target' }], next_cursor: 'next' },
  { breaks: [{ reason: 'amount_mismatch' }], next_cursor: null },
  { code: 'run_not_found', requestId: 'req_1', status: 404, title: '', detail: 'No such run', instance: '/', type: '' },
]
const asked: string[] = []

const tallystick = createClient({
  baseUrl: 'https://tallystick.test',
  apiKey: 'tsk_test',
  fetch: async (request) => {
    const answer = answers[asked.length]
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json(answer, { status: asked.length === answers.length ? 404 : 200 })
  },
})

const run: RunRecord = await tallystick.runs.create({
  name: 'March',
  sourceAdapter: 'bank',
  targetAdapter: 'ledger',
  rules: [{ match: [{ field: 'reference', normalize: ['upper'] }, { field: 'amount' }] }],
})
const reasons: ResultBreak['reason'][] = []
for await (const item of tallystick.runs.results(run.id, { view: 'breaks' })) reasons.push(item.reason)

// @ts-expect-error: a match has no reason.
export const reasonOf = (match: ResultMatch) => match.reason

/** The union is closed: a kind that is not here would not compile. */
function explain(failure: Failure): string {
  switch (failure.kind) {
    case 'problem':
      return failure.code === 'run_not_found' ? failure.problem.detail : failure.problem.title
    case 'unreachable':
      return String(failure.cause)
    case 'unexpected':
      return failure.text
  }
}

const explained = await tallystick.runs.get('run_2').then(
  () => 'there is one',
  (error: unknown) => (error instanceof TallystickError ? explain(error.failure) : 'another error'),
)
const found = JSON.stringify({ reasons, explained, asked: asked.length })
const wanted = '{"reasons":["missing_in_target","amount_mismatch"],"explained":"No such run","asked":4}'
if (found !== wanted) throw new Error(`Found ${found}, wanted ${wanted}`)
