import type { ItemRecord, NewDecision } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { type Action, useAction } from '../use-call.ts'
import { keyOf, toggled } from './chosen-items.ts'
import type { Deciding } from './decision-bar.tsx'
import { lastOwnDecision } from './decisions.tsx'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'
import { useKeys } from './use-keys.ts'

interface WorkDecisions {
  /** Whether the period takes decisions of whoever is signed in. */
  readonly isOpen: boolean
  readonly keys: ReadonlySet<string>
  readonly chosen: readonly ItemRecord[]
  readonly choose: (keys: ReadonlySet<string>) => void
  readonly deciding: Deciding
  readonly setDeciding: (deciding: Deciding) => void
  readonly decide: (decision: Omit<NewDecision, 'items'>) => void
  /** Whether the last decision has no effect until somebody else approves it. */
  readonly isWaiting: boolean
  readonly action: Action
  /** The item that the keyboard is at. */
  readonly at: string | undefined
  /** Whom items can be assigned to; undefined where items have no owners. */
  readonly me: string | undefined
}

/** What is chosen of the work list, and decisions about it, by the mouse or the keyboard. */
export function useDecisions({ period, onChanged }: StepProps, items: readonly ItemRecord[]): WorkDecisions {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [deciding, setDeciding] = useState<Deciding>()
  const [isWaiting, setWaiting] = useState(false)
  const action = useAction()
  const close = useClose()
  const isOpen = period.state === 'open' && close.mayDo('items:decide')
  const chosen = items.filter((item) => keys.has(keyOf(item)))
  const choose = (next: ReadonlySet<string>): void => {
    setKeys(next)
    setDeciding(undefined)
  }
  const make = (work: () => Promise<NewDecision | undefined>): void => {
    if (!isOpen || action.isBusy) return
    void action.run(async () => {
      const decision = await work()
      if (decision === undefined) return
      const made = await close.decide(period, [decision])
      setWaiting(made.decisions.some(({ state }) => state === 'proposed'))
      choose(new Set())
      onChanged()
    })
  }
  const decide = (decision: Omit<NewDecision, 'items'>): void =>
    make(async () => (chosen.length === 0 ? undefined : { ...decision, items: chosen.map(({ name }) => name) }))
  const takeBack = async (): Promise<NewDecision | undefined> => {
    const last = await lastOwnDecision(close, period.id)
    return last === undefined ? undefined : { kind: 'reopen', follows: last }
  }
  const me = close.hasOwners ? close.actor() : undefined
  const at = useKeys({
    items,
    isBusy: action.isBusy || deciding !== undefined,
    onToggle: (item) => isOpen && choose(toggled(keys, keyOf(item))),
    acts: {
      m: () => decide({ kind: 'match' }),
      a: () => chosen.length > 0 && setDeciding('accept'),
      c: () => chosen.length > 0 && setDeciding('carry'),
      n: () => chosen.length > 0 && setDeciding('comment'),
      o: () => me !== undefined && decide({ kind: 'assign', owner: me }),
      z: () => make(takeBack),
    },
  })
  return { isOpen, keys, chosen, choose, deciding, setDeciding, decide, isWaiting, action, at, me }
}
