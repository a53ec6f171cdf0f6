import type { PackFile } from '@tallystick/audit/verify/pack-file'
import { type PackRun, refusalAsFault, runPack } from '@tallystick/audit/verify/pack-run'
import { finish, isObject, type JsonObject } from '@tallystick/engine/base'
import {
  artifactForms,
  executionGraph,
  findImpact,
  findRuleChanges,
  formatGraphviz,
  formatMermaid,
  type LineageInput,
  traceLineage,
} from '@tallystick/engine/explain'
import { parseReceipt } from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import { rulesInPolicy } from '@tallystick/engine/rules'
import { platform } from '../evidence/verify-here.ts'
import { sha256 } from '../sha256.ts'
import { jsonText } from '../terminal.ts'
import type { GraphFormat, Question } from './explain-arguments.ts'

export type Answer =
  | { readonly end: 'explained'; readonly text: string }
  | { readonly end: 'unsound' | 'unknown'; readonly fault: string }

/** Requires that the pack's chain has been verified. */
export function answerOf(pack: PackFile, question: Question): Promise<Answer> {
  if (question.about === 'lineage') return lineageOf(pack, question.artifact)
  return executed(pack, (run) => {
    if (question.about === 'graph') return graphOf(pack, run, question.format)
    return question.about === 'impact' ? impactOf(run, question.rule) : changesOf(run, question.breakId)
  })
}

async function executed(pack: PackFile, explain: (run: PackRun) => Answer): Promise<Answer> {
  const run = await refusalAsFault(() => runPack(platform, pack))
  if (!run.ok) return { end: 'unsound', fault: run.detail }
  if (run.value.outcome.resultRoot === pack.input.run.resultRoot) return explain(run.value)
  return { end: 'unsound', fault: 'the engine comes to another result; tallystick verify --replay says from where on' }
}

const formats: { readonly [format in GraphFormat]: (graph: ReturnType<typeof executionGraph>) => string } = {
  json: jsonText,
  mermaid: formatMermaid,
  dot: formatGraphviz,
}

function graphOf({ input }: PackFile, run: PackRun, format: GraphFormat): Answer {
  const { line } = receiptOf(input)
  const receipt = parseReceipt(line)
  if (!receipt.ok) throw new Error('A receipt that was verified cannot be read')
  const seal = {
    tenant: receipt.value.tenant,
    receipt: hashOfLine(sha256, line),
    checkpoint: input.checkpoint,
  }
  return { end: 'explained', text: formats[format](executionGraph(sha256, { ...run, seal })) }
}

function impactOf(run: PackRun, rule: string | undefined): Answer {
  const impact = findImpact(sha256, { ...run, rule })
  if (impact !== undefined) return { end: 'explained', text: jsonText(impact) }
  const known = run.policy.rules.map(({ id }) => id).join(', ')
  return { end: 'unknown', fault: `Got the rule ${JSON.stringify(rule)}, wanted one of ${known}` }
}

function changesOf({ source, target, policy, outcome }: PackRun, breakId: string): Answer {
  const changes = finish(findRuleChanges({ source, target, policy, outcome, breakId, sha256 }))
  if (changes !== undefined) return { end: 'explained', text: jsonText(changes) }
  return { end: 'unknown', fault: `Got ${JSON.stringify(breakId)}, wanted the id of a break of this run (brk_…)` }
}

async function lineageOf(pack: PackFile, artifact: string): Promise<Answer> {
  const run = await refusalAsFault(async () => tracedRun(pack))
  if (!run.ok) return { end: 'unsound', fault: run.detail }
  const open: LineageInput['open'] = (name) => pack.artifact(`${name}.ndjson`)
  const lineage = await traceLineage(sha256, { artifact, run: run.value, open })
  if (lineage === undefined)
    return {
      end: 'unknown',
      fault: `Got ${JSON.stringify(artifact)}, which is no artifact of this run, wanted ${artifactForms}`,
    }
  const { faults, ...answer } = lineage
  const [fault] = faults
  return fault === undefined ? { end: 'explained', text: jsonText(answer) } : { end: 'unsound', fault }
}

function tracedRun({ input, rules, unproven }: PackFile): LineageInput['run'] {
  const { run, checkpoint } = input
  if (run.resultRoot === null) throw new Error('A run that was verified has no result')
  return {
    source: { ...run.source, datasetId: datasetIdIn(unproven['source']) },
    target: { ...run.target, datasetId: datasetIdIn(unproven['target']) },
    // The rules are given as they were sealed, since another version of the engine may compile them differently.
    rules: rulesInPolicy(rules),
    policy: run.policy.hash,
    engine: run.engineVersion,
    resultRoot: run.resultRoot,
    receipt: receiptOf(input).line,
    checkpoint,
  }
}

function receiptOf({ receipt }: PackFile['input']): { readonly line: string } {
  if (receipt == null) throw new Error('A pack that was verified has no receipt')
  return receipt
}

function datasetIdIn(side: JsonObject[string]): string | null {
  const id = isObject(side) ? side['datasetId'] : undefined
  return typeof id === 'string' ? id : null
}
