import { shownProposal } from '@tallystick/audit/report/shown-proposal'
import { proposedPolicy } from '@tallystick/engine/propose'
import { createProgress } from '../reconcile/progress.ts'
import { unrelatedText } from '../reconcile/proposal-texts.ts'
import { proposeFor } from '../reconcile/propose-for.ts'
import { readSides, secondThreadFor } from '../reconcile/read-sides.ts'
import { formatWarnings } from '../reconcile/report.ts'
import { isWorthReading } from '../reconcile/second-thread.ts'
import { jsonText, printableLines, type Terminal } from '../terminal.ts'
import { formatAccount } from './proposal-account.ts'
import type { ProposeArguments } from './propose-arguments.ts'

type ProposeEnd =
  | { readonly ok: true; readonly areRelated: boolean }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Prints the rules that two files suggest, in the form that a run takes, and to standard error why they are proposed.
 * An empty list of rules is not printed: a run would take it for the built-in policy.
 */
export async function runPropose(input: ProposeArguments, terminal: Terminal): Promise<ProposeEnd> {
  const progress = createProgress(terminal)
  const thread = secondThreadFor(input, isWorthReading)
  try {
    const read = await readSides(input, { attributePaths: 'all', progress, thread })
    if (!read.ok) return read
    const { sides } = read
    const proposal = proposeFor(sides, progress)
    terminal.printError(formatWarnings(sides, []))
    terminal.printError(formatAccount({ proposal, sides, columnCount: terminal.columnCount }))
    const isEmpty = proposal.rules.length === 0
    if (input.isJson) terminal.print(jsonText(shownProposal(proposal)))
    else if (!isEmpty) terminal.print(jsonText(proposedPolicy(proposal)))
    if (isEmpty) terminal.printError(`tallystick: ${printableLines(unrelatedText(input, proposal))}\n`)
    return { ok: true, areRelated: !isEmpty }
  } finally {
    progress.clear()
    void thread.then((started) => started?.end())
  }
}
