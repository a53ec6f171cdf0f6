import type { BenchOptions } from '../bench-options.ts'
import { commitText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { writeSection } from '../write-document.ts'
import { examplesText } from './examples.ts'
import type { Mode } from './judge-world.ts'
import { judgedWorlds, type WorldJudged } from './judged-worlds.ts'
import { kindSets } from './kinds/index.ts'
import { addCounts, countsOf, type KindCounts, noCounts, reasonsText } from './reasons-figures.ts'
import { cleanKind } from './world.ts'

const roundCountDefault = 5

/**
 * Judges the reasons of breaks whose cause is known, by the rules of each trade and by proposed ones. Prints the
 * figures by kind; `options.write` puts them into a document. With `options.only` the breaks of these kinds are printed
 * that are not right, in place of the figures.
 */
export function runReasons({ seed, rounds = roundCountDefault, only, write }: BenchOptions, note: Note): void {
  for (const set of Object.keys(kindSets)) {
    const counts = new Map<string, Map<Mode, KindCounts>>()
    for (const each of judgedWorlds({ set, seed, rounds, note })) {
      if (only.length > 0) console.log(examplesText(each, only))
      else countWorld(counts, each)
    }
    if (only.length > 0) continue
    const command = `\`npm run bench -- --reasons --seed ${seed} --rounds ${rounds}\``
    const text = reasonsText(counts, { set, about: [command, commitText()] })
    console.log(`\n${text}`)
    if (write !== undefined) writeSection(write, text)
  }
}

function countWorld(counts: Map<string, Map<Mode, KindCounts>>, { trade, mode, kinds, judged }: WorldJudged): void {
  for (const kind of [...kinds, cleanKind]) {
    const name = kind === cleanKind ? kind : `${trade}: ${kind}`
    const ofModes = counts.get(name) ?? new Map<Mode, KindCounts>()
    ofModes.set(mode, addCounts(ofModes.get(mode) ?? noCounts, countsOf(judged, kind)))
    counts.set(name, ofModes)
  }
}
