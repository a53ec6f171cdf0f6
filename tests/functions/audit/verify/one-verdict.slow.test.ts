import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { zipped } from '../../../support/node/pack.ts'
import { honestEvidence } from '../../../support/node/verifiers/honest-evidence.ts'
import { type HonestPeriods, honestPeriods } from '../../../support/node/verifiers/honest-periods.ts'
import { verifiers } from '../../../support/node/verifiers/judge.ts'
import { itHasOneVerdict, type Judged } from '../../../support/node/verifiers/one-verdict.ts'
import { tamper } from '../../../support/node/verifiers/tampered.ts'
import { honestLogs, keyOfService, tamperLogs } from '../../../support/node/verifiers/tampered-logs.ts'
import { tamperPeriods } from '../../../support/node/verifiers/tampered-periods.ts'
import { verdictTable } from '../../../support/node/verifiers/verdict-table.ts'

/** Honest evidence, changed by chance: the four programs that verify it come to one verdict, and to none that accepts a lie. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const files = { short: 100, long: 7_000 }
const periods = { short: 80, long: 3_000 }
let honest: Promise<HonestPeriods> | undefined
const honestOnce = (): Promise<HonestPeriods> => {
  honest ??= honestPeriods(scratch)
  return honest
}
const seed = Number(process.env['TALLYSTICK_SEED'] ?? 20_261_123)

describe(inForms('tampered evidence', files), () => {
  const judged: Judged = { tampered: [], judgements: new Map() }

  beforeAll(async () => {
    for await (const each of tamper(await honestEvidence(), { seed, count: sizeOf(files) })) judged.tampered.push(each)
    await judgeAll(judged)
  }, 1_800_000)

  itHasOneVerdict(judged)
})

describe(inForms('tampered periods', periods), () => {
  const judged: Judged = { tampered: [], judgements: new Map() }

  beforeAll(async () => {
    judged.tampered.push(...(await tamperPeriods(await honestOnce(), { seed, count: sizeOf(periods) })))
    await judgeAll(judged)
  }, 1_800_000)

  itHasOneVerdict(judged)

  it('holds by no two keys that somebody named', () => {
    const codes = [...judged.judgements.values()].flatMap((each) => each.map(({ code }) => code))
    expect(codes).not.toContain(0)
    expect(codes).toContain(3)
  })
})

describe(inForms('tampered periods of a log', periods), () => {
  const judged: Judged = { tampered: [], judgements: new Map() }
  const asHonest: Judged['tampered'] = []

  beforeAll(async () => {
    const honest = await honestOnce()
    for (const pack of await honestLogs(honest))
      asHonest.push({ way: 'none', of: 'the log', content: zipped(pack), keys: [keyOfService], mayHold: true })
    judged.tampered.push(...(await tamperLogs(honest, { seed, count: sizeOf(periods) })))
    await judgeAll(judged)
  }, 1_800_000)

  itHasOneVerdict(judged)

  it('holds by the key of the log where nothing was changed, and by no other that somebody named', async () => {
    const unchanged: Judged = { tampered: asHonest, judgements: new Map() }
    await judgeAll(unchanged)
    const unlike = [...unchanged.judgements].filter(([, each]) => each.some(({ code }) => code !== 0))
    expect(unlike).toEqual([])
    const codes = [...judged.judgements.values()].flatMap((each) => each.map(({ code }) => code))
    expect(codes).not.toContain(0)
    expect(codes).toContain(3)
  })
})

async function judgeAll({ tampered, judgements }: Judged): Promise<void> {
  const questions = tampered.map(({ content, keys }, index) => ({
    path: scratch.write(`evidence-${index}`, content),
    keys,
  }))
  for (const [name, judge] of verifiers) judgements.set(name, await judge(questions))
  console.info(`Seed ${seed}.\n${verdictTable(tampered, judgements)}`)
}
