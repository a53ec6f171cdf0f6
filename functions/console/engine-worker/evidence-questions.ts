import type { OnProgress } from './engine-types.ts'
import type { EvidenceRequest, OnLine, PeriodReportForm, TrustTexts } from './evidence-types.ts'
import type { EvidenceVerifier } from './evidence-verifier.ts'
import type { SessionContext } from './session-context.ts'

/** Fetches the code of the verifier with the first question, since most visitors ask none. */
export function evidenceQuestions(context: SessionContext) {
  let opened: Promise<EvidenceVerifier> | undefined
  const verifier = (): Promise<EvidenceVerifier> => {
    opened ??= import('./evidence-verifier.ts').then(
      ({ createEvidenceVerifier }) => createEvidenceVerifier(context),
      (fault: unknown) => {
        // After a failed fetch, the next question tries again.
        opened = undefined
        throw fault
      },
    )
    return opened
  }
  return {
    verifyEvidence: async (request: EvidenceRequest, onLine: OnLine, onProgress: OnProgress) =>
      (await verifier()).verify(request, onLine, onProgress),

    cancelEvidence: (): void => context.turns.end('evidence'),

    packPeriod: async (files: readonly File[]) => (await verifier()).packPeriod(files),

    proveLine: async (id: string, leaf: number) => (await verifier()).proveLine(id, leaf),

    periodReport: async (form: PeriodReportForm) => (await verifier()).periodReport(form),

    periodTables: async () => (await verifier()).periodTables(),

    trustFaults: async (texts: TrustTexts) => (await verifier()).trustFaults(texts),
  }
}
