export {
  calendarYearFaults,
  type DatedPolicy,
  type Period,
  periodOfTable,
  writtenDatedPolicy,
} from './calendar-years.ts'
export { canonicalPolicy, canonicalRules, policyHash, readPolicy, rulesInPolicy } from './canonical-policy.ts'
export { compileRules } from './compile.ts'
export { type CompiledPolicy, policyIds } from './compiled-policy.ts'
export { type ComparedCriterion, comparedCriteria } from './criteria/compared-criteria.ts'
export { defaultPolicy } from './default-policy.ts'
export {
  criterionOps,
  nullModes,
  percentBases,
  plainSteps,
  signModes,
  similarityMethods,
} from './language/criterion-form.ts'
export { filterOps } from './language/filter-form.ts'
export { referenceDataLimits, sideSigns, weekdays } from './language/reference-data.ts'
export {
  actions,
  ambiguityModes,
  assignModes,
  type Confidence,
  cardinalities,
  confidences,
  criterionCountMax,
  type Rule,
  rankKinds,
  ruleByteCountMax,
  ruleCountMax,
  selections,
  subsetBounds,
  variances,
} from './language/rule-form.ts'
export type {
  BoundsInput,
  CriterionInput,
  FilterInput,
  ReferenceDataInput,
  RuleFault,
  RuleInput,
  RuleSetInput,
  SumInput,
  TableInput,
  TermInput,
  WhereInput,
} from './language/written-form.ts'
export { policyTemplates } from './templates/policy-templates.ts'
export { describePolicy, describeRule, type RuleWords, signSentences } from './words/describe-rule.ts'
