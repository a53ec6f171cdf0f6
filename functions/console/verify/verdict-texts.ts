import type { CheckLine, VerifiedEvidence } from '../engine-worker/evidence-types.ts'
import { wordsOfCheck } from './check-words.ts'

/**
 * `brought`: the keys in the file. `service`: the keys that this page's address lists. `pasted`: the visitor's own
 * keys.
 */
export type TrustSource = 'brought' | 'service' | 'pasted'

/** The verdict in words that claim no more than the trusted keys allow. */
interface VerdictText {
  readonly mark: 'good' | 'warn' | 'bad'
  readonly title: string
  readonly detail: string
}

interface Judged {
  readonly evidence: Pick<VerifiedEvidence, 'of' | 'lines' | 'keyBasis' | 'log'>
  readonly trust: { readonly from: TrustSource }
  readonly host: string
}

export const brokenIn = (lines: readonly CheckLine[]): CheckLine | undefined =>
  lines.find(({ verdict }) => verdict === 'does not hold')

/** How many checks hold, and which others did not: `12`, `11, and 1 not covered: Confirmed by others`. */
export function holdingWords(lines: readonly CheckLine[]): string {
  const count = lines.filter(({ verdict }) => verdict === 'holds').length
  const others = otherVerdicts.flatMap((verdict) => {
    const titles = lines.filter((line) => line.verdict === verdict).map(({ name }) => wordsOfCheck(name).title)
    return titles.length === 0
      ? []
      : [`${titles.length} ${wordsOf(verdict, isUnapproved(lines))}: ${titles.join(', ')}`]
  })
  return others.length === 0 ? String(count) : `${count}, and ${others.join('; ')}`
}

const otherVerdicts = ['does not hold', 'not judged', 'not proven', 'not covered'] as const
const wordsOf = (verdict: (typeof otherVerdicts)[number], isOpen: boolean): string => {
  if (verdict !== 'does not hold') return verdict
  return isOpen ? 'missing' : 'broken'
}

export function verdictText({ evidence: { of, lines, keyBasis, log }, trust, host }: Judged): VerdictText {
  const what = of
  const broken = brokenIn(lines)
  if (broken !== undefined && broken.name === 'policy' && isOnlyUnsigned({ lines, trust }))
    return {
      mark: 'bad',
      title: 'Your policy is not met',
      detail: `Nothing else is wrong with the ${what}, but not everybody whom your policy asks for has signed its log.`,
    }
  if (broken !== undefined && isOnlyUnsigned({ lines, trust }))
    return {
      mark: 'bad',
      title: 'No key that you trust has signed this',
      detail: `Nothing else is wrong with the ${what}, but nobody whom you trust vouches for it.`,
    }
  if (broken !== undefined && isUnapproved(lines))
    return {
      mark: 'warn',
      title: 'This period is not closed',
      detail: `${broken.detail} Its files, decisions and balances are checked against what was approved, so nothing can be said of them yet.`,
    }
  if (broken !== undefined)
    return { mark: 'bad', title: `This ${what} does not hold`, detail: 'A link of its chain is broken.' }
  const open = lines.filter(({ verdict }) => verdict === 'not judged' || verdict === 'not proven').length
  if (open > 0)
    return {
      mark: 'warn',
      title: 'Not everything could be checked',
      detail: 'No link is broken, but not every link could be judged, so the evidence as a whole is not proven.',
    }
  if (keyBasis.from === 'policy')
    return {
      mark: 'good',
      title: 'Every check holds, under your policy',
      detail: `A log that your policy names has signed the ${what}, and the witnesses that it asks for have confirmed that log.`,
    }
  if (of === 'period' && log === undefined) return keyBasis.from === 'trusted' ? periodTexts.named : periodTexts.unnamed
  return soundTexts(what, host)[trust.from]
}

/** Checks whose outcome depends on the keys or the policy that the visitor trusts. */
const chosenChecks: readonly string[] = ['checkpointSignature', 'policy']

/** Whether the evidence fails only because of the keys or the policy that the visitor chose. */
export const isOnlyUnsigned = ({
  lines,
  trust,
}: { readonly lines: readonly CheckLine[] } & Pick<Judged, 'trust'>): boolean =>
  trust.from !== 'brought' &&
  lines.every(({ name, verdict }) => verdict !== 'does not hold' || chosenChecks.includes(name)) &&
  brokenIn(lines) !== undefined

/** Whether nobody has approved the period: an approval that does not hold is judged after the files. */
export const isUnapproved = (lines: readonly CheckLine[]): boolean =>
  brokenIn(lines)?.name === 'approval' && !lines.some(({ name, verdict }) => name === 'files' && verdict === 'holds')

const periodTexts = {
  named: {
    mark: 'good',
    title: 'Every check holds, by two keys that you named',
    detail: 'One key submitted the period and another approved it.',
  },
  unnamed: {
    mark: 'warn',
    title: 'Every check holds, by two keys',
    detail: 'Whose they are, nobody has said. Compare both below with those of the persons who close the books.',
  },
} satisfies { readonly [keys: string]: VerdictText }

const soundTexts = (what: string, host: string): { readonly [from in TrustSource]: VerdictText } => ({
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
