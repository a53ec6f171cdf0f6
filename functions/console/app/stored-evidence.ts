import type { RunEvidence } from '../line/run-evidence.ts'
import { failureText } from './failure-text.ts'
import { client, noteFailure } from './session.ts'

/** The evidence of a stored run, as the service sealed it. Throws errors in the words of the page. */
export const storedEvidence = (id: string): RunEvidence => ({
  proofOf: (leaf) =>
    noting(async () => {
      const proof = await client().runs.proof(id, { leaf })
      return new Blob([JSON.stringify(proof, undefined, 2)], { type: 'application/json' })
    }),
  pack: () => noting(async () => new Response(await client().runs.evidencePack(id)).blob()),
})

/** An invalid key signs this tab out. */
async function noting(read: () => Promise<Blob>): Promise<Blob> {
  try {
    return await read()
  } catch (error) {
    noteFailure(error)
    const { detail } = failureText(error)
    throw new Error(detail.replace(/\.$/, ''), { cause: error })
  }
}
