import type { OnProgress } from './engine-types.ts'
import type { EvidenceDesk } from './evidence-desk.ts'
import type { EvidenceRequest, OnLine, TrustTexts } from './evidence-types.ts'
import type { SessionContext } from './session-context.ts'

/** Fetches the verifier with the first question: most visitors ask none. */
export function evidenceQuestions(context: SessionContext) {
  let opened: Promise<EvidenceDesk> | undefined
  const desk = (): Promise<EvidenceDesk> => {
    opened ??= import('./evidence-desk.ts').then(
      ({ createEvidenceDesk }) => createEvidenceDesk(context),
      (fault: unknown) => {
        // The next question tries again.
        opened = undefined
        throw fault
      },
    )
    return opened
  }
  return {
    verifyEvidence: async (request: EvidenceRequest, onLine: OnLine, onProgress: OnProgress) =>
      (await desk()).verify(request, onLine, onProgress),

    cancelEvidence: (): void => context.turns.end('evidence'),

    proveLine: async (id: string, leaf: number) => (await desk()).proveLine(id, leaf),

    trustFaults: async (texts: TrustTexts) => (await desk()).trustFaults(texts),
  }
}
