import { useEffect, useState } from 'preact/hooks'
import type { PolicyFault } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { rulesIn } from './rules-choice.ts'

export interface RulesCheck {
  readonly jsonFault: string
  readonly faults: readonly PolicyFault[]
}

const noFaults: readonly PolicyFault[] = []
const pauseMilliseconds = 250

/** The faults of rules as they are typed, by the engine: a moment after the last key. */
export function useRulesCheck(text: string): RulesCheck {
  const [faults, setFaults] = useState(noFaults)
  const written = rulesIn(text)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const rules = rulesIn(text)
      if (!rules.ok) return setFaults(noFaults)
      const found = await (await openEngine()).checkRules({ policy: rules.value })
      if (isCurrent) setFaults(found)
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return { jsonFault: written.ok ? '' : written.fault, faults: written.ok ? faults : noFaults }
}
