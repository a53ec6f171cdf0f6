import type { BySide, Side } from '@tallystick/engine/record'
import type { OnProgress, ReadSide, RunOverview, RunStart } from './engine-types.ts'
import type { KeptLayouts } from './kept-layout.ts'
import type { KeptResult } from './kept-result.ts'
import { makeLocalRun } from './make-local-run.ts'
import { readFile } from './read-file.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

/** A kept result that was opened again. */
export type Reopened =
  | { readonly kind: 'done'; readonly run: RunOverview }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly detail: string }

/** What is kept of results on this machine, from one visit to the next. */
export const keptQuestions = (context: SessionContext) => ({
  keptResults: (): Promise<readonly KeptResult[]> => context.results.list(),

  layouts: (): Promise<KeptLayouts> => context.layouts.read(),

  /** Rejects where the browser keeps nothing, or has no room. */
  writeLayouts: (kept: KeptLayouts): Promise<void> => context.layouts.write(kept),

  forgetResult: (id: string): Promise<void> => context.results.forget(id),

  /** Keeps the files and rules of a run. Rejects where the browser keeps nothing, or has no room. */
  async keepResult(id: string): Promise<void> {
    const { origins, policyJson, title, resultRoot, summary } = context.openRuns.get(id)
    if (origins === undefined) throw new Error('The files of this run are not known any more')
    const sideOf = ({ file, settings }: ReadSide) => ({ name: file.name, settings })
    await context.results.keep(
      {
        id,
        title,
        madeAt: new Date().toISOString(),
        resultRoot,
        breakCount: summary.breakCount,
        matchRate: summary.matchRate,
        policy: policyJson,
        sides: { source: sideOf(origins.source), target: sideOf(origins.target) },
      },
      { source: origins.source.file, target: origins.target.file },
    )
  },

  /** Reads the files of a kept result and makes its run again. */
  async reopenResult(id: string, onProgress: OnProgress): Promise<Reopened> {
    const kept = (await context.results.list()).find((each) => each.id === id)
    if (kept === undefined) return { kind: 'gone' }
    const turn = context.turns.begin('reopen')
    const read = async (side: Side) => {
      const file = await context.results.fileOf(kept, side)
      const { settings } = kept.sides[side]
      const pause = async (ratio: number): Promise<void> => {
        if (turn.isDue()) onProgress({ step: `Reading ${file.name}`, ratio })
        await turn.pause()
      }
      return untilCancelled(() => readFile(context, { file, settings, pause }))
    }
    const [source, target] = [(await read('source'))?.side, (await read('target'))?.side]
    if (source === undefined || target === undefined)
      return { kind: 'failed', detail: 'Its files cannot be read by this version of the page.' }
    const sides: BySide<typeof source> = { source, target }
    const start: RunStart = await makeLocalRun(context, { id, sides, policyJson: kept.policy, onProgress })
    if (start.kind !== 'done') return { kind: 'failed', detail: 'Its rules are refused by this version of the page.' }
    const { run } = start
    return { kind: 'done', run: run.resultRoot === kept.resultRoot ? run : withOtherRoot(run, kept) }
  },
})

/** A later engine may come to another result for the same files and rules. */
function withOtherRoot(run: RunOverview, { resultRoot }: KeptResult): RunOverview {
  const detail = `An earlier version of this page came to another result for these files and rules, with the root ${resultRoot}.`
  return { ...run, warnings: [...run.warnings, { code: 'other_root', detail }] }
}
