import { namesInLine, type RecordLine, type RecordName } from '@tallystick/audit/report/shown-record'
import { numberAt, type Slices } from '@tallystick/engine/base'
import { sides } from '@tallystick/engine/record'
import { createGradual, type Gradual } from './gradual.ts'
import type { LinePlace } from './line-detail-types.ts'
import { oncePer } from './once-per.ts'
import { linesOfView, type OpenRun, recordViews } from './open-run-lines.ts'
import { figuresOf } from './record-figures.ts'

/** Finds the line that settles a record or has it open. Suggestions aside, every record is in exactly one line. */
export type PlaceOf = (name: RecordName) => LinePlace | undefined

/** Reads every line once for a run: a few µs each, and 4 bytes a record. */
export const linePlaces: (openRun: OpenRun) => Gradual<PlaceOf> = oncePer((openRun: OpenRun) =>
  createGradual(() => placesInSlices(openRun)),
)

const noLine = -1
/** Lines read in one slice: a few milliseconds. */
const sliceLineCount = 1_000
const views = recordViews.filter((view) => view !== 'suggestions')

function* placesInSlices(openRun: OpenRun): Slices<PlaceOf> {
  const figures = figuresOf(openRun)
  const lineOf = {
    source: new Int32Array(openRun.sides.source.table.recordCount).fill(noLine),
    target: new Int32Array(openRun.sides.target.table.recordCount).fill(noLine),
  }
  const residualLines = new Map<string, number>()
  const starts: number[] = []
  let lineCount = 0
  for (const view of views) {
    const lines = linesOfView(openRun, view)
    starts.push(lineCount)
    for (let position = 0; position < lines.count; position++) {
      if (lineCount % sliceLineCount === sliceLineCount - 1) yield
      for (const name of ownNames(lines.lineAt(position))) {
        const found = figures(name)
        if (found === undefined || found.isResidual) residualLines.set(keyOf(name), lineCount)
        else lineOf[name.side][found.row] = lineCount
      }
      lineCount += 1
    }
  }
  const lineAt = (name: RecordName): number => {
    const found = figures(name)
    if (found === undefined || found.isResidual) return residualLines.get(keyOf(name)) ?? noLine
    return numberAt(lineOf[name.side], found.row)
  }
  return (name) => {
    const line = lineAt(name)
    const index = starts.findLastIndex((start) => start <= line)
    const [view, start] = [views[index], starts[index]]
    return line === noLine || view === undefined || start === undefined ? undefined : { view, position: line - start }
  }
}

const keyOf = ({ side, id }: RecordName): string => `${side}:${id}`

/** The records of a line itself, without the near records of a break. */
export const ownNames = (line: RecordLine): readonly RecordName[] =>
  namesInLine(line.kind === 'break' ? { ...line, candidates: [], taken: [] } : line)

/** Where a line's records are in another result: the place of the first record that is found, source first. */
export const placeOfLine = (line: RecordLine, placeOf: PlaceOf): LinePlace | undefined =>
  sides
    .flatMap((side) => ownNames(line).filter((name) => name.side === side))
    .map(placeOf)
    .find((place) => place !== undefined)
