/**
 * The rule language: what a policy can say.
 *
 * A policy is a list of rules, executed in order. A match rule claims pairs or groups of source and target records that
 * meet all its criteria; later rules do not see a claimed record.
 *
 * The types show the effective form, with each default and implied criterion written out: decimals are canonical text,
 * and a `percent` has no percent sign. `Written` derives from them what a caller may send, in types whose names end in
 * `Input`.
 */

export * from './criterion-form.ts'
export * from './filter-form.ts'
export * from './reference-data.ts'
export * from './rule-form.ts'
export * from './sum-form.ts'
export * from './written-form.ts'
