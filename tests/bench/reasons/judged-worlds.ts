import type { Note } from '../rounds.ts'
import { type JudgedWorld, judgeWorld, type Mode, modes } from './judge-world.ts'
import { kindSets } from './kinds/index.ts'
import { trades } from './trades/index.ts'
import { makeWorld, type World } from './world.ts'

/** Deals that match, and events of each kind. A cause that lists group by is shared by at least three records. */
const [dealCount, eventCount] = [300, 3]

export interface WorldJudged {
  readonly trade: string
  readonly mode: Mode
  readonly seed: number
  readonly kinds: readonly string[]
  readonly world: World
  readonly judged: JudgedWorld
}

interface Plan {
  readonly set: string
  readonly seed: number
  readonly rounds: number
  readonly note: Note
  readonly modes?: readonly Mode[]
}

/** Makes and judges the worlds of a set: one for each trade and round, in each mode. */
export function* judgedWorlds({ set, seed, rounds, note, modes: asked = modes }: Plan): Generator<WorldJudged> {
  for (const [name, trade] of Object.entries(trades)) {
    const kinds = (kindSets[set] ?? []).filter((kind) => kind.trade === name)
    if (kinds.length === 0) continue
    for (let round = 0; round < rounds; round += 1) {
      const world = makeWorld({ trade, kinds, seed: seed + round, dealCount, eventCount })
      for (const mode of asked) {
        note(`${set}, ${name}, ${mode}, round ${round + 1} of ${rounds}`)
        const judged = judgeWorld(world, trade, mode)
        yield { trade: name, mode, seed: seed + round, kinds: kinds.map((kind) => kind.name), world, judged }
      }
    }
  }
}
