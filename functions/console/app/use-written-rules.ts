import type { JsonValue } from '@tallystick/engine/base'
import { useEffect, useState } from 'preact/hooks'
import type { PolicyFault, RuleWords } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'

export interface WrittenRules {
  /** Undefined while the rules have faults or have not been read yet. */
  readonly policy: JsonValue | undefined
  readonly words: readonly RuleWords[]
  readonly faults: readonly (PolicyFault & { readonly offset?: number })[]
}

const unread: WrittenRules = { policy: undefined, words: [], faults: [] }
const pauseMilliseconds = 200

/** Reads rules a moment after the last key was typed. */
export function useWrittenRules(text: string): WrittenRules {
  const [read, setRead] = useState<{ readonly text: string; readonly rules: WrittenRules }>({ text, rules: unread })
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const rules = await (await openEngine()).readPolicy(text)
      if (isCurrent) setRead({ text, rules: rules.ok ? { ...rules, faults: [] } : { ...unread, faults: rules.faults } })
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  // Only the policy of an older text is dropped: its words and faults stay shown, so that they do not flicker.
  return read.text === text ? read.rules : { ...read.rules, policy: undefined }
}
