import { editCountMax, feeCentsMax, lateDaysMax, typingErrorDaysMax } from '../waterfall/rules.ts'
import { withinEdits } from './edits.ts'
import { type RuleMatches, resultOf, sumMatches } from './match-root.ts'
import { type PeerJob, type PeerResult, runPeer } from './peer-program.ts'
import { type Frame, loadFrame, polars } from './polars-frames.ts'

/** The job in Polars. Lines, hashes and the distance of texts are JavaScript's: Polars has none of them. */

const { col, lit, concat, Series, Int32 } = polars

interface Sides {
  readonly source: Frame
  readonly target: Frame
}

function reconcile(job: PeerJob): PeerResult {
  let open: Sides = { source: loadFrame(job.source, job), target: loadFrame(job.target, job) }
  const taken = (pairs: Frame): Frame => {
    open = {
      source: open.source.join(pairs, { on: ['row'], how: 'anti' }),
      target: open.target.join(pairs, { leftOn: 'row', rightOn: 'row_right', how: 'anti' }),
    }
    return pairs
  }
  const exact = taken(equalPairs(open))
  const fee = taken(closest(feeCandidates(open)))
  const typingError = taken(closest(typingErrorCandidates(open)))
  const payout = taken(payouts(open))
  const late = closest(nearDays({ ...open, target: open.target.filter(col('key').isNull()) }, lateDaysMax))
  return resultOf([
    matchesOf('exact', exact),
    matchesOf('fee', fee),
    matchesOf('typing-error', typingError),
    { rule: 'payout', ...sumMatches(idPairs(payout)) },
    matchesOf('late', late),
  ])
}

/** Pairs have the places and ids of both records. */
const pairColumns = ['row', 'id', 'row_right', 'id_right']

/** Records that are equal in all that the rule compares; an order among them is made only where there are several. */
function equalPairs({ source, target }: Sides): Frame {
  const pairs = source
    .join(target, { on: ['key', 'currency', 'cents'], how: 'inner' })
    .withColumns(lit(0).cast(Int32).alias('distance'))
  const isOneOfMany = col('row').isDuplicated().or(col('row_right').isDuplicated())
  const single = pairs.filter(isOneOfMany.not()).select(...pairColumns)
  return concat([single, closest(pairs.filter(isOneOfMany))]).sort('row')
}

function feeCandidates({ source, target }: Sides): Frame {
  const difference = col('cents_right').sub(col('cents')).abs()
  return source
    .join(target, { on: ['key', 'currency'], how: 'inner' })
    .filter(difference.ltEq(lit(feeCentsMax)))
    .withColumns(difference.alias('distance'))
}

function typingErrorCandidates(sides: Sides): Frame {
  const near = nearDays(sides, typingErrorDaysMax)
  const [keys, others] = [near.getColumn('key').toArray(), near.getColumn('key_right').toArray()]
  const isAlike = keys.map((key, index) => withinEdits(key, others[index] ?? '', editCountMax))
  return near.filter(Series('alike', isAlike))
}

/** Pairs of equal amounts at most `daysMax` apart. A join of each day of the window keeps the pairs few. */
function nearDays({ source, target }: Sides, daysMax: number): Frame {
  const shifts = Array.from({ length: 2 * daysMax + 1 }, (_, index) => index - daysMax)
  const shifted = shifts.map((days) =>
    target.withColumns(
      col('day').add(lit(days)).cast(Int32).alias('day'),
      lit(Math.abs(days)).cast(Int32).alias('distance'),
    ),
  )
  return source.join(concat(shifted), { on: ['cents', 'currency', 'day'], how: 'inner' })
}

/** Of candidates the closest first, each record once; by the place of the source. */
function closest(candidates: Frame): Frame {
  const sorted = candidates.sort(['distance', 'id', 'id_right'])
  const others = sorted.getColumn('row_right').toArray()
  const [taken, takenOthers] = [new Set<unknown>(), new Set<unknown>()]
  const flags = sorted
    .getColumn('row')
    .toArray()
    .map((row, index) => {
      const other = others[index]
      if (taken.has(row) || takenOthers.has(other)) return false
      taken.add(row)
      takenOthers.add(other)
      return true
    })
  return sorted
    .filter(Series('taken', flags))
    .select(...pairColumns)
    .sort('row')
}

/** Members of a key beside the one target of that key, where they add up to it. */
function payouts({ source, target }: Sides): Frame {
  const key = ['key', 'currency']
  const members = source.filter(col('key').isNotNull())
  const totals = members.groupBy(...key).agg(col('cents').sum().alias('total'))
  const targets = target
    .filter(col('key').isNotNull())
    .groupBy(...key)
    .agg(
      col('row').count().alias('count'),
      col('cents').sum().alias('total'),
      col('row').first().alias('row_right'),
      col('id').first().alias('id_right'),
    )
    .filter(col('count').eq(lit(1)))
  const groups = totals.join(targets, { on: [...key, 'total'], how: 'inner' })
  return members
    .join(groups, { on: key, how: 'inner' })
    .select(...pairColumns)
    .sort('row')
}

const matchesOf = (rule: RuleMatches['rule'], pairs: Frame): RuleMatches => ({
  rule,
  sources: pairs.getColumn('id').toArray(),
  targets: pairs.getColumn('id_right').toArray(),
})

function* idPairs(pairs: Frame): Generator<readonly [string, string]> {
  const others = pairs.getColumn('id_right').toArray()
  for (const [index, id] of pairs.getColumn('id').toArray().entries()) yield [id, others[index] ?? '']
}

await runPeer(reconcile)
