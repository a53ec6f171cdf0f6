import { compileRules, readPolicy } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { withTurnedTarget } from '../../../functions/console/result/turned-policy.ts'

it.each([
  ['the built-in rules', [], 'turned'],
  ['a list of rules', [{ id: 'r', match: [{ field: 'amount' }] }], 'turned'],
  ['rules with signs of the source', { rules: [], signs: { source: 'turned' } }, 'turned'],
  ['rules that turn the target', { rules: [], signs: { target: 'turned' } }, 'as-is'],
])('turning the signs of the target under %s keeps all else', (_, policy, target) => {
  const turned = withTurnedTarget(policy)
  const compiled = compileRules(readPolicy(JSON.stringify(turned)))
  const before = compileRules(readPolicy(JSON.stringify(policy)))
  if (!compiled.ok || !before.ok) throw new Error('Rules do not compile')
  expect(compiled.policy.rules).toEqual(before.policy.rules)
  expect(compiled.policy.referenceData.signs).toEqual({ ...before.policy.referenceData.signs, target })
})
