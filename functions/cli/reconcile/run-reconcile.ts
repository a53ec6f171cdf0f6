import { basename } from 'node:path'
import type { ReportContent } from '@tallystick/audit/report/report-content'
import { residualsOf } from '@tallystick/audit/report/residuals'
import { breaksCsvOf, workbookOfRun } from '@tallystick/audit/report/workbook-of-run'
import { writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { engineVersion } from '@tallystick/engine/base'
import { type ReconcileResult, reconcile } from '@tallystick/engine/reconcile'
import { hasFewMatches, matchesAside, type ResultTree, type ResultView } from '@tallystick/engine/result'
import { type CompiledPolicy, calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { standardStream } from '../file-parts.ts'
import { sha256 } from '../sha256.ts'
import { jsonText, type Terminal } from '../terminal.ts'
import { createProgress, type Progress } from './progress.ts'
import { formatShortly, unrelatedText } from './proposal-texts.ts'
import { readInputs } from './read-inputs.ts'
import type { Side } from './read-side.ts'
import { secondThreadFor } from './read-sides.ts'
import { type ReconcileArguments, reportFormatOf } from './reconcile-arguments.ts'
import type { Sides } from './record-texts.ts'
import { formatReport, formatWarnings } from './report.ts'
import { openResultFile, type ResultFile } from './result-file.ts'
import { isWorthThread, type SecondThread } from './second-thread.ts'

type ReconcileEnd =
  /** `openCount`: the open records of both sides. */
  { readonly ok: true; readonly openCount: number } | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reconciles two files, writes the result to `--out` and `--report`, and prints a report. The report goes to standard
 * error where the result goes to standard output. If any input is faulty, nothing is written, and the faults of all
 * files are returned.
 */
export async function runReconcile(input: ReconcileArguments, terminal: Terminal): Promise<ReconcileEnd> {
  const progress = createProgress(terminal)
  let file: ResultFile | undefined
  // The thread starts while the first file is read.
  const starting = secondThreadFor(input, isWorthThread)
  try {
    const read = await readInputs(input, { progress, thread: starting })
    if (!read.ok) return read
    const { policy, proposal, sides } = read
    if (policy === undefined) {
      // Printed because the warnings may say why no rule relates the files.
      terminal.printError(formatWarnings(sides, []))
      return { ok: false, faults: [`${unrelatedText(input, proposal)} Nothing was reconciled.`] }
    }
    if (proposal !== undefined) terminal.printError(formatShortly(proposal))
    const years = calendarYearFaults(policy, (side, field) => periodOfTable(sides[side].table, field))
    if (years.length > 0) return { ok: false, faults: years.map(({ detail }) => `${input.rules}: ${detail}`) }
    const isPiped = input.out === standardStream
    file = input.out === undefined || isPiped ? undefined : openResultFile(input.out)
    const { report: reportPath, rules } = input
    // Matches are held in memory only where something reads them: residuals, standard output or a workbook.
    const hasResiduals = policy.rules.some(({ residual }) => residual !== undefined)
    const readsMatches = isPiped || hasResiduals || (reportPath !== undefined && showsAllViews(reportPath))
    const thread = await starting
    const outcome = reconcileInto({ policy, sides, file, thread, progress, readsMatches })
    progress.show('writing', 1, 1)
    const residuals = residualsOf(outcome)
    const faults = [
      ...(file?.commit() ?? []),
      ...(reportPath === undefined ? [] : await writeReport(reportPath, { outcome, sides, residuals, rules })),
    ]
    if (faults.length > 0) return { ok: false, faults }
    progress.clear()
    if (isPiped) for (const { text } of outcome.chunks) terminal.print(text)
    // The built-in rules read fields that few files have, so a missing field is a warning only for rules that the
    // caller gave.
    const ofRules = outcome.warnings.filter(({ code }) => input.rules !== undefined || code !== 'absent_field')
    const texts = ofRules.map(({ detail }) => detail)
    const isPoor = input.rules === undefined && texts.length === 0 && haveFewMatches(sides, outcome)
    terminal.printError(formatWarnings(sides, isPoor ? [poorText] : texts))
    const out = isPiped ? 'standard output' : input.out
    const { columnCount } = terminal
    const { breakCountMax } = input
    const report = formatReport({ outcome, sides, residuals, out, reportPath, breakCountMax, columnCount })
    if (input.isJson) terminal.print(formatSummary(outcome, sides))
    else if (isPiped) terminal.printError(report)
    else terminal.printReport(report)
    return { ok: true, openCount: openCountOf(outcome) }
  } finally {
    file?.close()
    progress.clear()
    void starting.then((started) => started?.end())
  }
}

const haveFewMatches = ({ source, target }: Sides, { summary }: ReconcileResult): boolean =>
  hasFewMatches(summary) && source.summary.recordCount > 0 && target.summary.recordCount > 0

/** Whoever takes the built-in rules may not know of the others. */
const poorText = 'the built-in rules match hardly a record; --rules propose takes rules that the two files suggest'

interface WrittenRun {
  readonly policy: CompiledPolicy
  readonly sides: Sides
  readonly file: ResultFile | undefined
  readonly thread: SecondThread | undefined
  readonly progress: Progress
  readonly readsMatches: boolean
}

function reconcileInto({ thread, progress, readsMatches, ...run }: WrittenRun): ReconcileResult {
  const { source, target } = run.sides
  const outcome = reconcile({
    source: { table: source.table, root: source.summary.root },
    target: { table: target.table, root: target.summary.root },
    policy: run.policy,
    sha256,
    tree: thread && (readsMatches ? thread.tree : treeWithMatches(thread, run)),
    onRule: (id, position, count) => progress.show(`rule ${id}`, position, count),
    takeChunk({ view, bytes }) {
      // A thread may still write matches when the breaks behind them come, so the other chunks are written last.
      if (isFirst(view)) run.file?.write(bytes)
      return view === 'matches' && !readsMatches
    },
  })
  for (const { view, bytes } of outcome.chunks) if (!isFirst(view)) run.file?.write(bytes)
  return outcome
}

const isFirst = (view: ResultView): boolean => view === 'header' || view === 'matches'

/** A tree that also has the thread write the lines of matches to the file. */
function treeWithMatches(
  { tree, writeMatches }: SecondThread,
  { policy, sides, file }: Pick<WrittenRun, 'policy' | 'sides' | 'file'>,
): ResultTree {
  const tables = { source: sides.source.tableColumns, target: sides.target.tableColumns }
  return {
    ...tree,
    addMatches(matches) {
      const request = { matches: matchesAside(matches, policy, tables), file: file?.descriptor() }
      const answer = writeMatches(request, matches.count())
      return () => {
        const { confidence, error } = answer()
        if (error !== undefined) file?.fail(Object.assign(new Error(error.message), error))
        return confidence
      }
    },
  }
}

/** The JSON that `reconcile --json` prints. Its members are named as in a run of the service. */
function formatSummary(outcome: ReconcileResult, { source, target }: Sides): string {
  const { resultRoot, leafCount, summary, warnings } = outcome
  const answer = {
    source: sideOf(source),
    target: sideOf(target),
    engineVersion,
    resultRoot,
    leafCount,
    summary,
    warnings,
  }
  return jsonText(answer)
}

const openCountOf = ({ summary }: ReconcileResult): number => summary.source.open + summary.target.open

const sideOf = ({ path, summary }: Side) => {
  const { root, recordCount, totals, warnings } = summary
  return { path, root, recordCount, totals, warnings }
}

/**
 * Writes the report to `path`, whole or not at all, and returns the faults. The report is a workbook with a summary and
 * a sheet for each view, or the breaks as CSV. Rows are made as they are written.
 */
async function writeReport(path: string, content: ReportContent): Promise<readonly string[]> {
  const file = openResultFile(path)
  try {
    for await (const part of partsOf(path, withFileNames(content))) file.write(part)
    return file.commit()
  } finally {
    file.close()
  }
}

/** Whether the report at `path` shows every line of the result rather than only the breaks. */
const showsAllViews = (path: string): boolean => reportFormatOf(path) === 'xlsx'

const partsOf = (path: string, content: ReportContent): AsyncGenerator<Uint8Array> =>
  showsAllViews(path) ? writeWorkbook(workbookOfRun(content, sha256)) : breaksCsvOf(content, sha256)

/** Paths are cut to file names here, since only Node knows the path separator of this machine. */
function withFileNames({ outcome, sides: { source, target }, residuals, rules }: ReportContent): ReportContent {
  return {
    outcome,
    residuals,
    sides: {
      source: { ...source, path: basename(source.path) },
      target: { ...target, path: basename(target.path) },
    },
    rules: rules === undefined ? undefined : basename(rules),
  }
}
