import type { RuleFlow } from '../engine-worker/engine-types.ts'
import { plainQuery } from '../engine-worker/line-types.ts'
import type { AddressState } from './use-address.ts'

export const ruleName = ({ name, id }: Pick<RuleFlow, 'name' | 'id'>): string => (name === '' ? id : name)

interface NameRequest {
  readonly rule: RuleFlow
  readonly number: number
  readonly go: AddressState['go']
}

export function RuleLink({ rule, number, go }: NameRequest) {
  const view = rule.lineCount > 0 || rule.suggestionCount === 0 ? rule.view : 'suggestions'
  const text = (
    <>
      <span class="rule-number">{number}</span> <span class="of-file">{ruleName(rule)}</span>
    </>
  )
  if (rule.lineCount + rule.suggestionCount === 0) return <span class="rule-link">{text}</span>
  return (
    <button
      type="button"
      class="link rule-link"
      title={ruleName(rule)}
      onClick={() => go({ tab: view, query: { ...plainQuery(view), rules: [rule.id] }, line: undefined }, 'push')}
    >
      {text}
    </button>
  )
}
