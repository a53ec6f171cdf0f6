import type { JsonValue } from '@tallystick/engine/base'

/** The same rules with the signs of the target the other way round. */
export function withTurnedTarget(policy: JsonValue): JsonValue {
  const whole = Array.isArray(policy) || typeof policy !== 'object' || policy === null ? { rules: policy } : policy
  const signs = Reflect.get(whole, 'signs') ?? {}
  const isTurned = Reflect.get(signs, 'target') === 'turned'
  return { ...whole, signs: { ...signs, target: isTurned ? 'as-is' : 'turned' } }
}
