import { readFileSync, realpathSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { root } from './tool-environment.ts'

/** Finds the place in the sources for a place in the bundle. Lines and columns begin at 1. */
type BundlePlaces = (line: number, column: number) => string | undefined

/** Reads the source map that `wrangler deploy --dry-run --outdir` wrote to a folder. */
export function readBundlePlaces(folder: string): BundlePlaces {
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'index.js.map'), 'utf8')))
  return (line, column) => {
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return undefined
    return `${pathInProject(origin.fileName, folder)}:${origin.lineNumber}:${origin.columnNumber}`
  }
}

/**
 * The path of a source from the root of the project. For a bundle built elsewhere, it is the path in the source map
 * without leading dots.
 */
function pathInProject(source: string, folder: string): string {
  // Paths in the source map are relative to the real path of the folder.
  const path = relative(realpathSync(root), resolve(realpathSync(folder), source)).replaceAll('\\', '/')
  return path.startsWith('../') ? source.replace(/^(?:file:\/\/)?(?:\.{0,2}\/)*/, '') : path
}

/**
 * Replaces places of the bundle in log text by places of the sources: `at async k (index.js:57:10233)` becomes `at
 * async k (functions/service/runs/seal-run.ts:88:11)`. Frames without a source stay as they are.
 */
export const mapFrames = (text: string, placeOf: BundlePlaces): string =>
  text.replaceAll(
    /(?:[\w.:/-]*\/)?index\.js:(\d+):(\d+)/g,
    (frame, line: string, column: string) => placeOf(Number(line), Number(column)) ?? frame,
  )

/** The log lines that have frames, with a line for each frame. Lines that are not JSON stay as they are. */
export function formatLogged(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap(formatLine).join('\n')
}

function formatLine(line: string): readonly string[] {
  const logged = parseLine(line)
  if (logged === undefined) return [line]
  const { frames, ...members } = logged
  if (!Array.isArray(frames)) return []
  return [JSON.stringify(members), ...frames.map((frame) => `    ${frame}`)]
}

function parseLine(line: string): { readonly frames?: unknown } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
