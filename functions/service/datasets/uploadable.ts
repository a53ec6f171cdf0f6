import { type Adapter, adapterOf, datasetKind } from '@tallystick/schema/adapter'
import { ProblemError } from '../http/problem.ts'

/** Refuses the kind `dataset`, whose instances are stored datasets. */
export function uploadable(text: string): Adapter {
  const adapter = adapterOf(text)
  if (adapter.kind === datasetKind)
    throw new ProblemError('validation_failed', {
      errors: [
        { pointer: '/adapter', code: 'not_uploadable', detail: 'An upload is kept under another kind than dataset' },
      ],
    })
  return adapter
}
