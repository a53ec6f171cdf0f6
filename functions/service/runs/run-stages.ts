import { enabledRules } from '@tallystick/engine/pieces'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { RunPhase } from '@tallystick/schema/run'

/** A phase of a run in pieces; in the phase `matching`, one rule of it. */
export interface RunStage {
  readonly phase: RunPhase
  readonly rule: string | null
  /** Grows from stage to stage. */
  readonly order: number
}

const stageAfterRules = (phase: RunPhase, order: number): RunStage => ({ phase, rule: null, order: 1_000 + order })

const reading: RunStage = { phase: 'reading', rule: null, order: 0 }

const stagesByTask = [
  [/^(start-)?(plan|read|check|facts)\b/, reading],
  [
    /^(start-)?(ends|large|take|broken|sought|search|findings|leftover|suggest|pack|explain|reasons)/,
    stageAfterRules('explaining', 0),
  ],
  [/^(sort|merge|covered|outcome)/, stageAfterRules('writing', 1)],
  [/^(reserve|index|seal)/, stageAfterRules('sealing', 2)],
] as const

/** The stage to which a task of a run in pieces belongs, by the name of the task. Null for a task of no stage. */
export function stageOfTask(task: string, policy: CompiledPolicy): RunStage | null {
  const position = /^(?:start-claims|split-open|groups|claim)-(\d+)/.exec(task)?.[1]
  if (position === undefined) return stagesByTask.find(([pattern]) => pattern.test(task))?.[1] ?? null
  const rule = enabledRules(policy)[Number(position)]?.rule.id ?? null
  return { phase: 'matching', rule, order: 1 + Number(position) }
}
