export {
  type DatasetChunk,
  type DatasetSummary,
  type DatasetWarning,
  recordByteCountMax,
} from './adapters/dataset-writer.ts'
export { type RowFault, type RowFaultCode, rowFaultCodes, rowFaultCountMax } from './adapters/fault.ts'
export {
  type Intake,
  type IntakeEnd,
  type IntakeOptions,
  type JsonIntakeOptions,
  openIntake,
  openJsonIntake,
} from './adapters/intake.ts'
export { columnNamesOf } from './adapters/kinds.ts'
export type { MappedColumn, Mapping } from './adapters/mapping.ts'
export { compareUtf8, fromHex, fromUtf8, toHex, utf8 } from './proof/bytes.ts'
export { canonicalize, type JsonValue } from './proof/canonical.ts'
export { createFrontier, emptyFrontier, type Frontier, type FrontierState } from './proof/frontier.ts'
export type { Sha256 } from './proof/hasher.ts'
export { emptyRoot, leafHash, nodeHash } from './proof/merkle.ts'
export { appendReceipt, emptyLog, type LogState, type ReceiptFields, type SealedReceipt } from './proof/receipt.ts'
export { canonicalRules, type Outcome, policyHash, type ReconcileInput, reconcile } from './reconcile.ts'
export { isCurrencyCode, noCurrency } from './record/currency.ts'
export { dayNumber, formatDate, parseDate } from './record/date.ts'
export {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  decimalOfNumber,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
} from './record/decimal.ts'
export { type JsonResult, lineOfMember, parseJson } from './record/json.ts'
export type { JsonFault, JsonFaultCode } from './record/json-reader.ts'
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
export { createTableBuilder, type Table, type TableBuilder } from './record/table.ts'
export type { ResultChunk } from './result/artifact.ts'
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
export type { RunSummary } from './result/summary.ts'
export { type CompileResult, compileRules } from './rules/compile.ts'
export { defaultPolicy } from './rules/default-policy.ts'
export type { Plan } from './rules/plan.ts'
export {
  actions,
  ambiguityModes,
  type Criterion,
  type CriterionInput,
  cardinalities,
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
  type RuleInput,
  type RuleSetInput,
  ruleCountMax,
  type SumInput,
  signModes,
  similarityMethods,
  type Tolerance,
  variances,
  type Where,
} from './rules/rule.ts'
export { engineVersion } from './version.ts'
