import { previousReceipt } from '../../../schema/evidence.ts'
import { withoutRule } from '../../../schema/explain.ts'
import { receivedFile } from '../../../schema/received.ts'
import { differences } from '../../../schema/replay.ts'
import { ruleSchema } from '../../../schema/rule.ts'
import { failureRecord, runSummary } from '../../../schema/run.ts'

/**
 * Schemas that the document names although no route does, and those that routes have as nullable alone: the generator
 * would take null for a value of the component itself.
 */
export const namedSchemas = {
  // The rules of a run are documented by reference, since what is validated is more than a shape.
  Rule: ruleSchema,
  RunSummary: runSummary,
  RunFailure: failureRecord,
  ReplayDifferences: differences,
  ReceivedFile: receivedFile,
  WithoutRule: withoutRule,
  PreviousReceipt: previousReceipt,
}
