import { criterionDescriptions } from './criterion.ts'
import { datasetDescriptions } from './dataset.ts'
import { evidenceDescriptions } from './evidence.ts'
import { explainDescriptions } from './explain.ts'
import { keyDescriptions } from './key.ts'
import { lineageDescriptions } from './lineage.ts'
import { lineDescriptions } from './lines.ts'
import { logDescriptions } from './log.ts'
import { lostRunDescriptions } from './lost-run.ts'
import { mappingDescriptions } from './mapping.ts'
import { metaDescriptions } from './meta.ts'
import { playgroundDescriptions } from './playground.ts'
import { policyDescriptions } from './policy.ts'
import { problemDescriptions } from './problem.ts'
import { proposeDescriptions } from './propose.ts'
import { receiptDescriptions } from './receipt.ts'
import { receivedDescriptions } from './received.ts'
import { referenceDataDescriptions } from './reference-data.ts'
import { replayDescriptions } from './replay.ts'
import { resultDescriptions } from './result.ts'
import { resultItemDescriptions } from './result-item.ts'
import { ruleDescriptions } from './rule.ts'
import { runDescriptions } from './run.ts'
import { signingKeyDescriptions } from './signing-key.ts'
import { statementDescriptions } from './statement.ts'
import { tenantDescriptions } from './tenant.ts'
import { uploadDescriptions } from './upload.ts'

/**
 * The texts of every component of the OpenAPI document: component → path of a property, where `''` is the component
 * itself → text. They stand apart from the schemas, because the Worker does not need them.
 */
export const descriptions = {
  ...criterionDescriptions,
  ...datasetDescriptions,
  ...evidenceDescriptions,
  ...explainDescriptions,
  ...keyDescriptions,
  ...lineDescriptions,
  ...lineageDescriptions,
  ...logDescriptions,
  ...lostRunDescriptions,
  ...mappingDescriptions,
  ...metaDescriptions,
  ...playgroundDescriptions,
  ...policyDescriptions,
  ...problemDescriptions,
  ...proposeDescriptions,
  ...receiptDescriptions,
  ...receivedDescriptions,
  ...referenceDataDescriptions,
  ...replayDescriptions,
  ...resultDescriptions,
  ...resultItemDescriptions,
  ...ruleDescriptions,
  ...runDescriptions,
  ...signingKeyDescriptions,
  ...statementDescriptions,
  ...tenantDescriptions,
  ...uploadDescriptions,
} as const
