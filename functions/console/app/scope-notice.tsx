import type { Scope } from '@tallystick/client'
import { mayDo } from './session.ts'

export const scopeWords: { readonly [scope in Scope]: string } = {
  'runs:read': 'see runs and their results',
  'runs:write': 'start, cancel and replay runs',
  'datasets:read': 'see datasets and their records',
  'datasets:write': 'upload datasets',
  'runs:delete': 'delete runs',
  'datasets:delete': 'delete datasets',
  'evidence:read': 'download evidence and verify chains',
  'keys:admin': 'make, rotate and revoke keys',
  'members:manage': 'invite, change and remove members',
  'items:decide': 'decide about open items',
  'items:approve': 'approve periods and single adjustments',
  'webhooks:manage': 'manage webhooks',
  'periods:write': 'define reconciliations and prepare their periods',
}

/** Names the scopes that the key lacks; shows nothing where it has all of them. */
export function ScopeNotice({ scopes }: { readonly scopes: readonly Scope[] }) {
  const missing = scopes.filter((scope) => !mayDo(scope))
  if (missing.length === 0) return null
  return (
    <div class="notice app-notice">
      {missing.map((scope) => (
        <p key={scope}>
          Your key may not {scopeWords[scope]}: it lacks the scope <code>{scope}</code>.
        </p>
      ))}
      <p class="small">Whoever manages your keys can make one that has it.</p>
    </div>
  )
}
