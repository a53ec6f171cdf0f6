import { editCountMax, feeCentsMax, lateDaysMax, typingErrorDaysMax } from '../waterfall/rules.ts'
import { withinEdits } from './edits.ts'
import { type RuleMatches, resultOf } from './match-root.ts'
import { type PeerJob, type PeerResult, runPeer } from './peer-program.ts'
import { type RecordObject, readObjects } from './record-objects.ts'

/** The job as it is written without a library: an object for each record, and a Map for each key. */

interface Pair {
  readonly source: RecordObject
  readonly target: RecordObject
}

function reconcile(job: PeerJob): PeerResult {
  let open: Open = { source: readObjects(job.source, job), target: readObjects(job.target, job) }
  const found: RuleMatches[] = []
  const take = (rule: RuleMatches['rule'], matches: readonly Match[]): void => {
    found.push({ rule, sources: matches.map(sourceIds), targets: matches.map(({ target }) => target.id) })
    open = without(open, matches)
  }
  take('exact', equalPairs(open))
  take(
    'fee',
    closestPairs(open, keyed, ({ source, target }) => within(target.cents - source.cents, feeCentsMax)),
  )
  take(
    'typing-error',
    closestPairs(open, priced, ({ source, target }) => {
      const days = within(target.day - source.day, typingErrorDaysMax)
      return days !== undefined && withinEdits(source.key, target.key, editCountMax) ? days : undefined
    }),
  )
  take('payout', sums(open))
  const keyless = { source: open.source, target: open.target.filter(({ key }) => key === '') }
  take(
    'late',
    closestPairs(keyless, priced, ({ source, target }) => within(target.day - source.day, lateDaysMax)),
  )
  return resultOf(found)
}

interface Open {
  readonly source: readonly RecordObject[]
  readonly target: readonly RecordObject[]
}

interface Match {
  readonly source: readonly RecordObject[]
  readonly target: RecordObject
}

const sourceIds = ({ source }: Match): readonly string[] => source.map(({ id }) => id)

function without({ source, target }: Open, matches: readonly Match[]): Open {
  const taken = new Set(matches.flatMap((match) => [...match.source, match.target]))
  return {
    source: source.filter((record) => !taken.has(record)),
    target: target.filter((record) => !taken.has(record)),
  }
}

/** Keys of a record; undefined for one without a reference. */
const keyed = ({ key, currency }: RecordObject) => (key === '' ? undefined : `${key}|${currency}`)
const priced = ({ cents, currency }: RecordObject) => `${cents}|${currency}`
const whole = ({ key, currency, cents }: RecordObject) => (key === '' ? undefined : `${key}|${currency}|${cents}`)

type KeyOf = (record: RecordObject) => string | undefined

function byKey(records: readonly RecordObject[], keyOf: KeyOf): Map<string, RecordObject[]> {
  const recordsByKey = new Map<string, RecordObject[]>()
  for (const record of records) {
    const key = keyOf(record)
    if (key === undefined) continue
    const same = recordsByKey.get(key)
    if (same === undefined) recordsByKey.set(key, [record])
    else same.push(record)
  }
  return recordsByKey
}

const compareIds = (a: RecordObject, b: RecordObject): number => (a.id < b.id ? -1 : 1)

const byRow = (a: Match, b: Match): number => firstRow(a) - firstRow(b)
const firstRow = ({ source }: Match): number => source.reduce((least, { row }) => Math.min(least, row), Infinity)

/** Records that are equal in all that the rule compares, paired off by id. */
function equalPairs({ source, target }: Open): readonly Match[] {
  const targets = byKey(target, whole)
  const matches: Match[] = []
  for (const [key, sources] of byKey(source, whole)) {
    const others = targets.get(key)
    if (others === undefined) continue
    if (sources.length > 1) sources.sort(compareIds)
    if (others.length > 1) others.sort(compareIds)
    sources.forEach((record, index) => {
      const other = others[index]
      if (other !== undefined) matches.push({ source: [record], target: other })
    })
  }
  return matches.sort(byRow)
}

/** The distance, where it is at most `max`. */
const within = (difference: number, max: number): number | undefined =>
  Math.abs(difference) <= max ? Math.abs(difference) : undefined

/** Pairs of one key that have a distance, the closest first, each record once. */
function closestPairs(
  { source, target }: Open,
  keyOf: KeyOf,
  distanceOf: (pair: Pair) => number | undefined,
): readonly Match[] {
  const targets = byKey(target, keyOf)
  const candidates: (Pair & { readonly distance: number })[] = []
  for (const record of source) {
    for (const other of targets.get(keyOf(record) ?? '') ?? []) {
      const distance = distanceOf({ source: record, target: other })
      if (distance !== undefined) candidates.push({ source: record, target: other, distance })
    }
  }
  candidates.sort((a, b) => a.distance - b.distance || compareIds(a.source, b.source) || compareIds(a.target, b.target))
  const taken = new Set<RecordObject>()
  const matches: Match[] = []
  for (const pair of candidates) {
    if (taken.has(pair.source) || taken.has(pair.target)) continue
    taken.add(pair.source).add(pair.target)
    matches.push({ source: [pair.source], target: pair.target })
  }
  return matches.sort(byRow)
}

/** Source records of a key that add up to the one target of that key. */
function sums({ source, target }: Open): readonly Match[] {
  const targets = byKey(target, keyed)
  const matches: Match[] = []
  for (const [key, members] of byKey(source, keyed)) {
    const [only, other] = targets.get(key) ?? []
    if (only === undefined || other !== undefined) continue
    if (members.reduce((sum, { cents }) => sum + cents, 0) !== only.cents) continue
    matches.push({ source: members.sort(compareIds), target: only })
  }
  return matches.sort(byRow)
}

await runPeer(reconcile)
