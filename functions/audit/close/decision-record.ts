import type { DecisionLine, DecisionStatus } from '@tallystick/engine/close'
import type { DecisionRecord } from '@tallystick/schema/decision'

/** The decision as it was made, with its note in place of the note’s hash, and what has become of it. */
export function decisionRecordOf(
  { items, amounts, files: _, note: __, ...line }: DecisionLine,
  { note, status }: { readonly note: string | null; readonly status: DecisionStatus },
): DecisionRecord {
  return {
    ...line,
    ...(items !== undefined && { items: [...items] }),
    ...(amounts !== undefined && { amounts }),
    ...(note !== null && { note }),
    state: status.state,
    lapsed: status.reason ?? null,
  }
}
