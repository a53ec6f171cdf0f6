import type { Sha256 } from '../../base/hasher.ts'
import { type Parsed, parsed } from '../../base/parsed.ts'
import { engineVersion } from '../../base/version.ts'
import { notesFault, openingFault, type PeriodToCheck, partsFault, resultFault } from '../../close/period-faults.ts'
import type { PeriodFiles } from '../../close/period-files.ts'
import type { ApprovedPeriod, PeriodSigning } from '../../close/period-signing.ts'
import { type ClosedPeriod, provePeriod, stateOf } from '../../close/period-state.ts'
import { readContents } from '../../close/read-period.ts'
import { type SettledPeriod, settlePeriod } from '../../close/settle-period.ts'
import { signedByKeys } from '../../close/signed-by-keys.ts'
import { submissionFaults } from '../../close/signoff-faults.ts'
import type { VerifySignature } from '../../log/checkpoint.ts'
import { completenessFault } from './completeness-fault.ts'

/** The checks that need the engine. */
const replayCheckNames = ['replay', 'items', 'proof', 'submission'] as const

type SignedCheckName =
  | 'signatures'
  | 'files'
  | 'parts'
  | 'result'
  | 'completeness'
  | 'receipt'
  | 'decisions'
  | 'before'
  | 'approval'
type PeriodCheckName = SignedCheckName | (typeof replayCheckNames)[number]

export interface PeriodCheck {
  readonly name: PeriodCheckName
  readonly verdict: 'holds' | 'does not hold' | 'not judged' | 'not covered'
  readonly detail: string
}

export interface PeriodReport {
  /** In their order, up to the first that does not hold. */
  readonly checks: readonly PeriodCheck[]
  /** Undefined unless every check was made and holds. */
  readonly closed: ClosedPeriod | undefined
}

interface Platform {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
}

interface PeriodRequest {
  /** Who signed. Left out, the own keys of `signoffs.ndjson`. */
  readonly signing?: PeriodSigning
  /** Whether to run the engine again. Files of another engine are not covered then, or not judged where it is `wanted`. */
  readonly replay?: 'wanted' | 'where possible' | 'left out'
  /** Runs the period again. Left out, the engine runs without pauses, and throws where a result names no record. */
  readonly settle?: (files: PeriodFiles) => Promise<Parsed<SettledPeriod>>
  /** Called with each check as soon as it is made. */
  readonly onCheck?: (check: PeriodCheck) => void
}

/**
 * Checks the files of an approved period: every signature, every file against what was signed, its parts and result,
 * who decided and who approved, and what the rules and decisions come to by running them again. A check that does not
 * hold ends it. Refuses files that are no files of a period. Costs two runs.
 */
export async function verifyPeriod(
  platform: Platform,
  files: PeriodFiles,
  { signing, replay = 'where possible', settle, onCheck }: PeriodRequest = {},
): Promise<Parsed<PeriodReport>> {
  const { sha256 } = platform
  const signed = signing === undefined ? await signedByKeys(platform, files) : parsed(signing)
  if (!signed.ok) return signed
  const { fault, isSubmitted, approved } = signed.value
  const { checks, say, judge } = createChecks(signed.value, onCheck)
  const ended = { checks, closed: undefined }
  if (!judge('signatures', fault)) return parsed(ended)
  if (approved === undefined) {
    judge('approval', isSubmitted ? 'The period is not approved yet.' : 'The period was not submitted.')
    return parsed(ended)
  }
  if (!judge('files', approved.filesFault(files))) return parsed(ended)
  const contents = readContents(sha256, files)
  if (!contents.ok) return contents
  const given = { files, contents: contents.value }
  const { engine } = contents.value.manifest
  for (const [name, faultOf] of signedChecks(sha256, approved)) {
    const isOther = name === 'completeness' && engine !== engineVersion
    if (isOther) say({ name, verdict: 'not covered', detail: otherEngine(engine) })
    else if (!judge(name, faultOf(given))) return parsed(ended)
  }
  const absent = absentReplay(engine, replay)
  if (absent !== undefined) {
    for (const name of replayCheckNames) say({ name, ...absent })
    return parsed(ended)
  }
  const settled = await (settle === undefined ? settlePeriod(sha256, files) : settle(files))
  if (!judge('replay', settled.ok ? replayFault(files, settled.value) : settled.detail) || !settled.ok)
    return parsed(ended)
  const { period, folded } = settled.value
  const proven = provePeriod(folded, period)
  const state = stateOf(sha256, files, proven)
  const [first] = submissionFaults(period, folded, proven)
  const all = [
    judge('items', state.items === approved.items ? undefined : 'Other items stay open.'),
    judge('proof', state.proof === approved.proof ? undefined : 'The proof is another one.'),
    judge('submission', first?.detail),
  ]
  return parsed(all.every(Boolean) ? { checks, closed: { period, proven, approval: approved.leafHash } } : ended)
}

type SignedCheck = readonly [SignedCheckName, (period: PeriodToCheck) => string | undefined]

const signedChecks = (
  sha256: Sha256,
  { receiptFault, decisionsFault, chainFault, approvalFault }: ApprovedPeriod,
): readonly SignedCheck[] => [
  ['parts', (period) => partsFault(sha256, period)],
  ['result', (period) => resultFault(sha256, period)],
  ['completeness', (period) => completenessFault(sha256, period)],
  ...(receiptFault === undefined ? [] : [['receipt', receiptFault] satisfies SignedCheck]),
  ['decisions', (period) => decisionsFault(period) ?? notesFault(period.contents)],
  ['before', (period) => chainFault(period) ?? openingFault(period.contents)],
  ['approval', approvalFault],
]

function createChecks(signing: PeriodSigning, onCheck: PeriodRequest['onCheck']) {
  const checks: PeriodCheck[] = []
  const say = (check: PeriodCheck): void => {
    checks.push(check)
    onCheck?.(check)
  }
  const judge = (name: PeriodCheckName, fault: string | undefined): boolean => {
    const detail = fault ?? { ...details, ...signing.details }[name]
    say({ name, verdict: fault === undefined ? 'holds' : 'does not hold', detail })
    return fault === undefined
  }
  return { checks, say, judge }
}

const details: { readonly [name in Exclude<PeriodCheckName, keyof PeriodSigning['details']>]: string } = {
  files: 'Each file is the one that was signed.',
  parts: 'The records are those of the opening and of the files that the manifest names.',
  result: 'The result names these rules, records, parts and instructions.',
  completeness:
    'Each record that takes part is in exactly one match, break, exclusion or netted line; the totals add up.',
  receipt: 'The sign-off names the receipt of the run, which has these rules, records, instructions and result.',
  before: 'The period continues the one that it names, and the next begins on the day after.',
  replay: 'The rules and decisions, run again over the records, give the same result.',
  items: 'The items that stay open are those that were signed.',
  proof: 'The proof of balances is the one that was signed.',
  submission: 'Nothing was undecided, lapsed or unexplained without a reason.',
}

/** Why the engine does not run; undefined where it does. */
function absentReplay(
  engine: string,
  replay: PeriodRequest['replay'],
): Pick<PeriodCheck, 'verdict' | 'detail'> | undefined {
  if (replay === 'left out') return { verdict: 'not covered', detail: 'It needs the engine, which was not run again.' }
  if (engine === engineVersion) return undefined
  return { verdict: replay === 'wanted' ? 'not judged' : 'not covered', detail: otherEngine(engine) }
}

const otherEngine = (engine: string): string =>
  `The period is of engine ${engine} and this program has ${engineVersion}: only a program of that version can run it again.`

function replayFault(files: PeriodFiles, { files: again }: SettledPeriod): string | undefined {
  const names = ['aside.ndjson', 'instructions.ndjson', 'result.ndjson'] as const
  const other = names.filter((name) => files[name] !== again[name])
  return other.length === 0 ? undefined : `Run again, the period has another ${other.join(', ')}.`
}
