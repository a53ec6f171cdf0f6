import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalRules, policyHash } from '../../../engine/rules/canonical-policy.ts'
import { checkLaw } from '../support/law.ts'
import { policyOf } from '../support/run.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'
import { smallCase } from '../support/small-world.ts'

it('compiles effective rules again to the same rules', () => {
  checkLaw(
    fc.property(smallCase(), ({ rules: effective }) => {
      expect(policyOf(effective).rules).toEqual(effective)
    }),
  )
})

it('compiles the effective rules of default@2 again to the same rules', () => {
  const { rules } = policyOf([])
  expect(policyOf(rules).rules).toEqual(rules)
})

it('hashes rules that mean the same by default or in full to the same policy', () => {
  const short = policyOf([{ match: [{ field: 'reference' }, { field: 'amount', tolerance: 0.5 }] }])
  const full = policyOf(short.rules)
  expect(policyHash(full, sha256)).toBe(policyHash(short, sha256))
})

it('gives the SHA-256 of the canonical effective rules as the policy hash', () => {
  const policy = policyOf([{ match: [{ field: 'reference' }] }])
  expect(policyHash(policy, sha256)).toBe(sha256Hex(Buffer.from(canonicalRules(policy), 'utf8')))
  expect(canonicalRules(policy)).toBe(
    '[{"action":"match","ambiguous":"review","assign":"closest","cardinality":"1:1","confidence":"exact","enabled":true,"id":"rule-1","match":[{"field":"reference","normalize":[],"nulls":"fail","op":"equals"},{"field":"amount","nulls":"match","op":"equals","sign":"same"},{"field":"currency","normalize":[],"nulls":"match","op":"equals"}],"name":"rule-1"}]',
  )
})

it('hashes another order of rules to another policy', () => {
  const [a, b] = [
    { id: 'a', match: [{ field: 'reference' }] },
    { id: 'b', match: [{ field: 'description' }] },
  ]
  expect(policyHash(policyOf([a, b]), sha256)).not.toBe(policyHash(policyOf([b, a]), sha256))
})
