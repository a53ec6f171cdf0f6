import { textOf, toHex, utf8 } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { hasOnlyMembers, isObject, type JsonObject, parseLine, type ValueTest } from '../../base/json-shape.ts'
import { parseInstruction } from '../../close/instruction.ts'
import { rootOfLines } from '../../merkle/frontier.ts'
import type { BySide, Side } from '../../record/side.ts'
import { sideSigns } from '../../rules/language/language.ts'
import { type ArtifactDigest, readArtifact } from './artifact-reader.ts'
import type { ChainInput } from './chain-input.ts'
import type { AskedMatches } from './decided-check.ts'
import { createPartRoots, type PartRoots } from './part-roots.ts'
import { createRecordTally, type RecordTallies, type RecordTally } from './record-tally.ts'
import { createResultAudit, type ResultAudit } from './result-audit.ts'

/** Values recomputed from the stored bytes of a run. They are not compared with the run's record yet. */
export interface ReadArtifacts {
  readonly source: ArtifactDigest
  readonly target: ArtifactDigest
  readonly result: ArtifactDigest
  readonly tallies: { readonly source: RecordTally; readonly target: RecordTally }
  readonly partRoots: BySide<PartRoots | undefined>
  readonly audit: ResultAudit
  readonly policy: string
  /** The root over the instructions; undefined without any. */
  readonly instructions: string | undefined
  /** Undefined where the policy's text is not the canonical JSON of a policy. */
  readonly rules: JsonValue | undefined
}

export interface ReadDataset {
  readonly lines: ArtifactDigest
  readonly tally: RecordTally
  /** Undefined for the run of no period. */
  readonly partRoots: PartRoots | undefined
}

/** Reads a dataset. Each dataset can be read once, the source first. */
export async function readDataset(sha256: Sha256, input: ChainInput, side: Side): Promise<ReadDataset> {
  const tally = createRecordTally(sha256, side)
  const partRoots = createPartRoots(sha256, input)
  const lines = await readArtifact(sha256, input[side], (text) => {
    partRoots?.take(text)
    return tally.take(text)
  })
  return { lines, tally, partRoots }
}

interface ReadDatasets {
  readonly source: ReadDataset
  readonly target: ReadDataset
}

export async function readResult(
  sha256: Sha256,
  input: ChainInput,
  { source, target }: ReadDatasets,
): Promise<ReadArtifacts> {
  const tallies = { source: source.tally, target: target.tally }
  const bytes = typeof input.rules === 'string' ? utf8(input.rules) : input.rules
  const { audit, rules } = auditOfResult(tallies, { rules: textOf(bytes), instructions: input.instructions ?? [] })
  const result = await readArtifact(sha256, input.result, audit.take)
  return {
    source: source.lines,
    target: target.lines,
    result,
    tallies,
    partRoots: { source: source.partRoots, target: target.partRoots },
    audit,
    policy: toHex(sha256(bytes)),
    instructions: input.instructions && rootOfLines(sha256, input.instructions),
    rules,
  }
}

interface RuledResult {
  /** Canonical JSON of a policy; undefined for bytes that are not UTF-8. */
  readonly rules: string | undefined
  readonly instructions: readonly string[]
}

/** The audit of a result under its rules, which are undefined where the text is no policy. */
export function auditOfResult(tallies: RecordTallies, { rules: text, instructions }: RuledResult) {
  const policy = parseLine(text)
  const rules = rulesIn(policy)
  return { rules, audit: createResultAudit(tallies, rulesAsSeen(policy, rules), askedMatches(instructions)) }
}

/** A line that is no instruction asks for nothing. */
const askedMatches = (lines: readonly string[]): AskedMatches =>
  new Set(
    lines.flatMap((line) => {
      const read = parseInstruction(line)
      return read.ok && 'match' in read.value ? [`${read.value.decision} ${read.value.match.length}`] : []
    }),
  )

/** The rules of a policy, which is a list of rules or an object with rules and reference data. */
function rulesIn(policy: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(policy)) return policy
  const { rules, signs, ...others } = policy
  const isPolicy = Array.isArray(rules) && Object.keys(others).every((name) => referenceDataNames.has(name))
  return isPolicy && (signs === undefined || areSigns(signs)) ? rules : undefined
}

const referenceDataNames: ReadonlySet<string> = new Set(['calendars', 'rates', 'tables'])
const isSign: ValueTest = (value) => sideSigns.some((each) => each === value)
const areSigns = hasOnlyMembers({ source: isSign, target: isSign })

/**
 * The rules of a policy as they compare the amounts of records. Where the policy turns the signs of one side, a rule
 * with the sign `same` compares amounts of opposite signs, and the other way round.
 */
function rulesAsSeen(policy: JsonValue | undefined, rules: JsonValue | undefined): JsonValue | undefined {
  const signs = isObject(policy) ? policy['signs'] : undefined
  const areApart = isObject(signs) && signs['source'] !== signs['target']
  return areApart && Array.isArray(rules) ? rules.map((rule) => (isObject(rule) ? turnedRule(rule) : rule)) : rules
}

function turnedRule(rule: JsonObject): JsonObject {
  const { sum, match } = rule
  return {
    ...turned(rule),
    ...(isObject(sum) && { sum: turned(sum) }),
    ...(Array.isArray(match) && { match: match.map((each) => (isObject(each) ? turned(each) : each)) }),
  }
}

function turned(part: JsonObject): JsonObject {
  const { sign } = part
  return sign === 'same' ? { ...part, sign: 'opposite' } : sign === 'opposite' ? { ...part, sign: 'same' } : part
}
