import { addFacts, noFacts, type SideFacts } from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import { factsFile, type PieceJob } from './piece-context.ts'
import { readJson, writeJson } from './piece-store.ts'

export async function collectFacts({ store }: PieceJob): Promise<void> {
  const factsOf = async (side: Side): Promise<SideFacts> => {
    let facts = noFacts
    for (const { name } of await store.list(`facts/${side}/`))
      facts = addFacts(facts, await readJson<SideFacts>(store, name))
    return facts
  }
  await writeJson(store, factsFile, { source: await factsOf('source'), target: await factsOf('target') })
}
