import { expect, it } from 'vitest'
import type { Judgement, VerifierName } from './judge.ts'
import type { Tampered } from './tampered.ts'

/** What the programs said of changed evidence, filled before the tests run. */
export interface Judged {
  readonly tampered: Tampered[]
  readonly judgements: Map<VerifierName, readonly Judgement[]>
}

/** Tests that all programs come to one verdict, and to none that accepts a lie. */
export function itHasOneVerdict({ tampered, judgements }: Judged): void {
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
}

const none: Judgement = { code: -1, first: undefined, said: '' }

/** What JavaScript and Python say of a fault in the program itself. */
const stumbles =
  /undefined \(reading|is not (a function|iterable|defined)|Cannot (read|convert|destructure)|Traceback|unhashable|object has no|not subscriptable|must be (str|int)|unsupported operand|stack size|recursion/
