import answerExamples from './answer-examples.json' with { type: 'json' }
import type { Media, Operation } from './nodes.ts'
import { requestExamples } from './request-examples.ts'

/** Examples by operation id and media type. */
type ExampleTable = { readonly [operationId: string]: { readonly [mediaType: string]: unknown } }

const answers: ExampleTable = answerExamples

/** Adds an example to each body that the operation accepts, and to each successful answer. */
export function addExamples({ operationId, requestBody, responses }: Operation): void {
  addTo(requestBody?.content, requestExamples[operationId])
  for (const [status, { content }] of Object.entries(responses)) {
    if (status.startsWith('2')) addTo(content, linesAsValues(answers[operationId] ?? {}))
  }
}

/** The schema of a stream describes one line, so its example is the first line. */
const linesAsValues = (examples: { readonly [mediaType: string]: unknown }) =>
  Object.fromEntries(
    Object.entries(examples).map(([mediaType, example]) => [
      mediaType,
      mediaType === 'application/x-ndjson' ? JSON.parse(String(example).split('\n', 1).join()) : example,
    ]),
  )

function addTo(content: { [mediaType: string]: Media } = {}, examples: { readonly [mediaType: string]: unknown } = {}) {
  for (const [mediaType, media] of Object.entries(content)) {
    if (Object.hasOwn(examples, mediaType)) media.example = examples[mediaType]
  }
}
