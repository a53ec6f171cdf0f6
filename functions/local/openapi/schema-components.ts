import { previousReceipt } from '@tallystick/schema/evidence'
import { withoutRule } from '@tallystick/schema/explain'
import { receivedFile } from '@tallystick/schema/received'
import { differences } from '@tallystick/schema/replay'
import { ruleSchema } from '@tallystick/schema/rule'
import { failureRecord, runSummary } from '@tallystick/schema/run'

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
