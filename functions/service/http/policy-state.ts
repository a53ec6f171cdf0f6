export interface PolicyState {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  /** Requests that remain in the window, at least 0. */
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

export const stateOf = ({
  count,
  ...policy
}: Omit<PolicyState, 'remaining'> & { readonly count: number }): PolicyState => ({
  ...policy,
  remaining: Math.max(0, policy.limit - count),
})
