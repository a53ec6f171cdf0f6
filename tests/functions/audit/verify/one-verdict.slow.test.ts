import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { honestEvidence } from '../../../support/node/verifiers/honest-evidence.ts'
import { type Judgement, type VerifierName, verifiers } from '../../../support/node/verifiers/judge.ts'
import { type Tampered, tamper } from '../../../support/node/verifiers/tampered.ts'
import { verdictTable } from '../../../support/node/verifiers/verdict-table.ts'

/** Honest evidence, changed by chance: the four programs that verify it come to one verdict, and to none that accepts a lie. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const files = { short: 100, long: 7_000 }
const seed = Number(process.env['TALLYSTICK_SEED'] ?? 20_261_123)

describe(inForms('tampered evidence', files), () => {
  const tampered: Tampered[] = []
  const judgements = new Map<VerifierName, readonly Judgement[]>()

  beforeAll(async () => {
    for await (const each of tamper(await honestEvidence(), { seed, count: sizeOf(files) })) tampered.push(each)
    const questions = tampered.map(({ content, keys }, index) => ({
      path: scratch.write(`evidence-${index}`, content),
      keys,
    }))
    for (const [name, judge] of verifiers) judgements.set(name, await judge(questions))
    console.info(`Seed ${seed}.\n${verdictTable(tampered, judgements)}`)
  }, 1_800_000)

  /** What one program says that another does not. */
  const disagreements = (said: (judgement: Judgement) => unknown): readonly string[] =>
    tampered.flatMap(({ way, of }, index) => {
      const all = [...judgements].map(([name, each]) => `${name} ${said(each[index] ?? none)}`)
      return new Set([...judgements.values()].map((each) => said(each[index] ?? none))).size === 1
        ? []
        : [`${index}, ${way}, ${of}: ${all.join(', ')}`]
    })

  it('has one exit code of all', () => {
    expect(disagreements(({ code }) => code)).toEqual([])
  })

  it('fails at one check of all', () => {
    expect(disagreements(({ code, first }) => (code === 1 ? first : undefined))).toEqual([])
  })

  it('holds only where it says what the honest evidence says, or a stranger is trusted', () => {
    const accepted = tampered.flatMap(({ way, of, mayHold }, index) =>
      [...judgements].flatMap(([name, each]) => {
        const { code } = each[index] ?? none
        return (code === 0 || code === 3) && !mayHold ? [`${index}, ${way}, ${of}: ${name}`] : []
      }),
    )
    expect(accepted).toEqual([])
  })

  it('is never judged by a program that stumbled', () => {
    const stumbled = [...judgements].flatMap(([name, each]) =>
      each.flatMap(({ said }, index) =>
        stumbles.test(said) ? [`${index}, ${tampered[index]?.way}: ${name}: ${said}`] : [],
      ),
    )
    expect(stumbled).toEqual([])
  })
})

const none: Judgement = { code: -1, first: undefined, said: '' }

/** What JavaScript and Python say of a fault in the program itself. */
const stumbles =
  /undefined \(reading|is not (a function|iterable|defined)|Cannot (read|convert|destructure)|Traceback|unhashable|object has no|not subscriptable|must be (str|int)|unsupported operand|stack size|recursion/
