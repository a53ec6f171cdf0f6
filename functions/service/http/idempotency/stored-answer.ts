/** The body of the answer. A retry gets it byte for byte. */
export interface FinalAnswer {
  readonly resource: string
  readonly status: number
  readonly body: string
}

export const answerAgain = (answer: FinalAnswer): Response => answerFirst(answer, { 'Idempotent-Replayed': 'true' })

export const answerFirst = (
  { resource, status, body }: FinalAnswer,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json', Location: pathOf(resource), ...headers },
  })

/** The path of a run or dataset, for `Location` and `links.self`. */
export const pathOf = (id: string): string => `/api/v1/${id.startsWith('run_') ? 'runs' : 'datasets'}/${id}`
