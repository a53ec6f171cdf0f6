import { readFileSync, realpathSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { root } from './tool-environment.ts'

/** Leads from a place in the Worker's bundle to the place in the sources. Lines and columns begin at 1, as in frames. */
export type BundlePlaces = (line: number, column: number) => string | undefined

/** The places of the bundle in a folder that `wrangler deploy --dry-run --outdir` has written. */
export function readBundlePlaces(folder: string): BundlePlaces {
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'index.js.map'), 'utf8')))
  return (line, column) => {
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return undefined
    return `${pathInProject(origin.fileName, folder)}:${origin.lineNumber}:${origin.columnNumber}`
  }
}

/** A source's path from the root of the project; of a bundle that was built elsewhere, what the map says, without dots. */
function pathInProject(source: string, folder: string): string {
  // The map has its paths from where the folder really is.
  const path = relative(realpathSync(root), resolve(realpathSync(folder), source)).replaceAll('\\', '/')
  return path.startsWith('../') ? source.replace(/^(?:file:\/\/)?(?:\.{0,2}\/)*/, '') : path
}

/**
 * `text` of a log with the places of its frames in the sources in place of those in the bundle:
 * `at async k (index.js:57:10233)` becomes `at async k (functions/service/runs/seal-run.ts:88:11)`. What has no source stays.
 */
export const mapFrames = (text: string, placeOf: BundlePlaces): string =>
  text.replaceAll(
    /(?:[\w.:/-]*\/)?index\.js:(\d+):(\d+)/g,
    (frame, line: string, column: string) => placeOf(Number(line), Number(column)) ?? frame,
  )

/** The lines of a log that have frames, each with a frame a line. Lines that are no JSON are passed on as they are. */
export function formatLogged(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap(formatLine).join('\n')
}

function formatLine(line: string): readonly string[] {
  const logged = parseLine(line)
  if (logged === undefined) return [line]
  const { frames, ...rest } = logged
  if (!Array.isArray(frames)) return []
  return [JSON.stringify(rest), ...frames.map((frame) => `    ${frame}`)]
}

function parseLine(line: string): { readonly frames?: unknown } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
