import { isObject, type Parsed, type Sha256, utf8 } from '@tallystick/engine/base'
import {
  type InstructionLine,
  type PeriodSide,
  parseInstruction,
  readParts,
  shownPeriod,
} from '@tallystick/engine/close'
import { type ReconciledRun, type ReconcileInput, reconcileRun } from '@tallystick/engine/reconcile'
import { type AttributeChoice, type BySide, createTableBuilder, type Side, type Table } from '@tallystick/engine/record'
import { type HeaderLine, type SidePart, wholeOf } from '@tallystick/engine/result'
import { type CompiledPolicy, compileRules, policyIds, readPolicy } from '@tallystick/engine/rules'
import { Cancelled } from '../base/cancelled.ts'
import { UnreadableError } from '../base/unreadable-error.ts'
import type { PackFile } from './pack-file.ts'
import { blocksIn } from './pack-lines.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export interface PackRun extends ReconciledRun, Pick<ReconcileInput, 'source' | 'target' | 'instructions'> {
  readonly policy: CompiledPolicy
}

export type PackSide = ReconcileInput['source']

type PackRunInput = Omit<PackRun, keyof ReconciledRun>

/**
 * Runs the engine over the records and rules of a pack. Requires a verified chain, since lines are read without checks.
 * Throws where the engine refuses records or rules, which a dishonest service may have sealed.
 */
export async function runPack({ sha256 }: VerifyPlatform, pack: PackFile): Promise<PackRun> {
  const input = await readPackRun({ sha256 }, pack)
  return { ...input, ...reconcileRun({ ...input, sha256 }) }
}

/**
 * The records and rules of a pack, with the attributes that the rules name. Requires and throws the same as `runPack`.
 */
export async function readPackRun(
  { sha256 }: Pick<VerifyPlatform, 'sha256'>,
  pack: PackFile,
  attributes?: AttributeChoice,
): Promise<PackRunInput> {
  const { input, artifact } = pack
  const policy = policyOf(pack)
  const chosen = attributes ?? policy.attributePaths
  const parts = await partsIn(pack)
  if (parts !== undefined) return readPeriodRun(sha256, pack, { policy, attributes: chosen, parts })
  const source = { table: await tableOf(artifact('source.ndjson'), chosen), root: input.run.source.root }
  const target = { table: await tableOf(artifact('target.ndjson'), chosen), root: input.run.target.root }
  return { policy, source, target }
}

/**
 * Does the work, and returns a refusal by the engine as a fault. Rejects where the pack cannot be read, or with
 * `Cancelled`.
 */
export async function refusalAsFault<Value>(work: () => Promise<Value>): Promise<Parsed<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof Cancelled) throw error
    return { ok: false, detail: `the engine refuses the records or rules that were sealed: ${error}` }
  }
}

/** Throws where the rules do not compile. */
function policyOf({ rules, unproven }: PackFile): CompiledPolicy {
  const compiled = compileRules(readPolicy(rules))
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  // The name of a policy is not proven by any receipt, and no result depends on it.
  const policy = unproven['policy']
  const policyId = policyIds.find((id) => isObject(policy) && policy['id'] === id) ?? 'custom'
  return { ...compiled.policy, policyId }
}

type Parts = BySide<readonly SidePart[]>

/** What the sides of a period's run were read from, by the header of the result; undefined of another run. */
async function partsIn({ lines }: PackFile): Promise<Parts | undefined> {
  for await (const line of lines('result.ndjson')) {
    const { source, target }: HeaderLine = JSON.parse(line)
    return source.parts && target.parts && { source: source.parts, target: target.parts }
  }
  return undefined
}

const instructionsIn = ({ input }: PackFile): readonly InstructionLine[] =>
  (input.instructions ?? []).map((line) => {
    const read = parseInstruction(line)
    if (!read.ok) throw new Error(read.detail)
    return read.value
  })

interface PeriodRun {
  readonly policy: CompiledPolicy
  readonly attributes: AttributeChoice
  readonly parts: Parts
}

async function readPeriodRun(
  sha256: Sha256,
  pack: PackFile,
  { policy, attributes, parts }: PeriodRun,
): Promise<PackRunInput> {
  const instructions = instructionsIn(pack)
  const sideOf = async (side: Side): Promise<PeriodSide> => {
    const wanted = parts[side].map((part) => ({ kind: part.kind, whole: wholeOf(part), count: part.count }))
    const given = { side, parts: wanted, items: [], instructions, attributePaths: attributes }
    const reader = readParts(sha256, given)
    for await (const block of blocksIn(pack.artifact(`${side}.ndjson`))) reader.addBytes(utf8(block))
    return reader.finish()
  }
  const [source, target] = [await sideOf('source'), await sideOf('target')]
  const { lapsed: _, ...shown } = shownPeriod({ source, target, instructions, policy, sha256 })
  return { policy, ...shown }
}

/**
 * Why the run cannot be executed from its pack: decisions name records of an opening, whose names in earlier periods only
 * the pack of the period has. Undefined where it can be.
 */
export async function replayGap(pack: PackFile): Promise<string | undefined> {
  const parts = await partsIn(pack)
  if (parts === undefined) return undefined
  const known = new Set(
    [...parts.source, ...parts.target].flatMap((part) => (part.kind === 'dataset' ? [wholeOf(part).root] : [])),
  )
  const names = instructionsIn(pack).flatMap((line) => ('match' in line ? line.match : line.apart.flat()))
  return names.every(({ root }) => known.has(root))
    ? undefined
    : 'Decisions name records of the opening of the period: the pack of the period, which has the opening, is what a replay needs.'
}

async function tableOf(parts: AsyncIterable<Uint8Array>, attributes: AttributeChoice): Promise<Table> {
  const builder = createTableBuilder(attributes)
  for await (const block of blocksIn(parts)) builder.addLines(block)
  return builder.finish()
}
