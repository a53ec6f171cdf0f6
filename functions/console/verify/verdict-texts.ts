import type { CheckLine, VerifiedEvidence } from '../engine-worker/evidence-types.ts'
import type { TrustChoice } from './trust-choice.ts'

/** What came of evidence as a whole, in words that claim no more than its keys allow. */
export interface VerdictText {
  readonly mark: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly detail: string
}

interface Judged {
  readonly evidence: Pick<VerifiedEvidence, 'of' | 'lines'>
  readonly trust: Pick<TrustChoice, 'from'>
  /** The host of this page. */
  readonly host: string
}

/** The first link that is broken; undefined where none is. */
export const brokenIn = (lines: readonly CheckLine[]): CheckLine | undefined =>
  lines.find(({ verdict }) => verdict === 'does not hold')

/** The verdict on evidence that was verified under the chosen keys. */
export function verdictText({ evidence: { of, lines }, trust, host }: Judged): VerdictText {
  const what = of === 'pack' ? 'pack' : 'proof'
  const broken = brokenIn(lines)
  if (broken !== undefined && isOnlyUnsigned({ lines, trust }))
    return {
      mark: 'bad',
      title: 'No key that you trust has signed this',
      detail: `Nothing else is wrong with the ${what}, and nobody whom you trust vouches for it.`,
    }
  if (broken !== undefined)
    return { mark: 'bad', title: `This ${what} does not hold`, detail: 'A link of its chain is broken.' }
  const open = lines.filter(({ verdict }) => verdict === 'not judged').length
  if (open > 0)
    return {
      mark: 'warn',
      title: 'Not everything could be checked',
      detail: 'No link is broken, and not every link was judged: nothing is said of the whole.',
    }
  return soundTexts(what, host)[trust.from]
}

/** Whether the evidence fails by nothing but the keys that the visitor chose. */
export const isOnlyUnsigned = ({
  lines,
  trust,
}: { readonly lines: readonly CheckLine[] } & Pick<Judged, 'trust'>): boolean =>
  trust.from !== 'brought' &&
  lines.every(({ name, verdict }) => (verdict === 'does not hold') === (name === 'checkpointSignature'))

const soundTexts = (what: string, host: string): { readonly [from in TrustChoice['from']]: VerdictText } => ({
  brought: {
    mark: 'warn',
    title: 'Every check holds, if these are the service’s keys',
    detail: `The keys came with the ${what}, so that whoever made it chose them. Compare them below: only then do you know who has signed.`,
  },
  service: {
    mark: 'good',
    title: `Every check holds, by a key that ${host} lists`,
    detail: `So the service at ${host} stands behind it, as far as your connection to it was not tampered with. That nobody was shown another log takes a copy of the key or a checkpoint from elsewhere.`,
  },
  pasted: {
    mark: 'good',
    title: 'Every check holds, by a key that you trust',
    detail: `A key that you named has signed the log which this ${what} is in.`,
  },
})
