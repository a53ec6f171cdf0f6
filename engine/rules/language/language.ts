/**
 * The rule language: what a policy can say.
 *
 * A policy is a list of rules, executed in their order. A match rule claims pairs or groups of source and target records
 * that meet all its criteria; a claimed record is out of reach of the rules that follow.
 *
 * Every part stands here once, in its effective form: as it is executed, shown and hashed, with each default and each
 * implied criterion written out. `Written` derives what a caller may send; the names of those types end in `Input`.
 * In effective rules decimals are canonical text, and a `percent` has no percent sign.
 */

export * from './criterion-form.ts'
export * from './filter-form.ts'
export * from './reference-data.ts'
export * from './rule-form.ts'
export * from './sum-form.ts'
export * from './written-form.ts'
