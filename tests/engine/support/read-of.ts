/** The value of a text that a test knows to be readable. */
export function readOf<Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value {
  if (!result.ok) throw new Error('A text of a test is refused')
  return result.value
}
