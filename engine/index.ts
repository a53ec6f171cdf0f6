export { compareUtf8, fromHex, fromUtf8, toHex, utf8 } from './proof/bytes.ts'
export { canonicalize, type JsonValue } from './proof/canonical.ts'
export { createFrontier, emptyFrontier, type Frontier, type FrontierState } from './proof/frontier.ts'
export type { Sha256 } from './proof/hasher.ts'
export { emptyRoot, leafHash, nodeHash } from './proof/merkle.ts'
export { appendReceipt, emptyLog, type LogState, type ReceiptFields, type SealedReceipt } from './proof/receipt.ts'
export {
  type Attributes,
  type AttributeValue,
  attributeDepthMax,
  type CanonicalRecord,
  canonicalFields,
  dateFields,
  decimalFields,
  textFields,
} from './record/record.ts'
export {
  type BreakLine,
  type BreakReason,
  breakReasons,
  type CandidateLine,
  type Confidence,
  confidences,
  type ExcludedLine,
  type HeaderLine,
  type MatchLine,
  type ResultLine,
  type ResultView,
  resultViews,
  type SideTotal,
  type TotalsLine,
} from './result/line.ts'
export {
  actions,
  ambiguityModes,
  type Criterion,
  criterionCountMax,
  criterionOps,
  type DayWindow,
  type Filter,
  filterOps,
  type NormalizeStep,
  nullModes,
  percentBases,
  plainSteps,
  type Rule,
  type RuleFault,
  ruleCountMax,
  signModes,
  type Tolerance,
  variances,
  type Where,
} from './rules/rule.ts'
export { engineVersion } from './version.ts'
