/** The checks of evidence in plain words, by their names. */

interface CheckWords {
  readonly title: string
  readonly broken: string
  readonly still: string
}

const askAgain =
  'The receipt is signed whatever this file holds: ask the service for the pack again, and verify that one.'
const askForPeriod = 'Ask whoever closed the period for the pack again, and verify that one.'
const nothing = 'Nothing in this file can be relied on as what was sealed.'

const recordsChanged = (side: string): CheckWords => ({
  title: `${side} records`,
  broken: `The ${side.toLowerCase()} records in this file are not those that were sealed: one was changed, added, removed or moved.`,
  still: askAgain,
})

const provenRecords = (side: string): CheckWords => ({
  title: `${side} records`,
  broken: `A ${side.toLowerCase()} record in this proof is not the one that the run has read.`,
  still: 'Ask for the proof of this line again. Until then, rely on none of its records.',
})

const words: { readonly [name: string]: CheckWords } = {
  sourceRoot: recordsChanged('Source'),
  targetRoot: recordsChanged('Target'),
  sourceRecords: provenRecords('Source'),
  targetRecords: provenRecords('Target'),
  policyHash: {
    title: 'Rules',
    broken: 'The rules in this file are not those that the run was made by.',
    still: askAgain,
  },
  resultRoot: {
    title: 'Result',
    broken: 'The lines of the result are not those that were sealed: one was changed, added, removed or moved.',
    still: askAgain,
  },
  resultLine: {
    title: 'Line of the result',
    broken: 'The line in this proof is not in the result that was sealed.',
    still: 'Rely on nothing that the line says. Ask for its proof again.',
  },
  recordIds: {
    title: 'Records of the line',
    broken: 'The records that are shown are not those that the line names.',
    still: 'The line itself is in the result that was sealed.',
  },
  lineNumber: {
    title: 'Line numbers',
    broken: 'A record is not in the line of its dataset that the proof says.',
    still: 'The record itself is judged by the other links.',
  },
  completeness: {
    title: 'Every record accounted for',
    broken: 'A record is in no line of the result, or in two, or the totals do not add up.',
    still: 'The records and the lines are those that were sealed. The figures drawn from them are not to be relied on.',
  },
  receiptHash: {
    title: 'Receipt',
    broken: 'The receipt does not name these records, rules and result, or is not the one in the log.',
    still: nothing,
  },
  previousReceipt: {
    title: 'Receipt before',
    broken: 'The receipt before this one is not where the receipt says: one may have been taken out or put in.',
    still: 'The other links judge the result of the run. Which receipts the log had before is not proven.',
  },
  logInclusion: {
    title: 'Place in the log',
    broken: 'The receipt is not in the log that was signed.',
    still: nothing,
  },
  logConsistency: {
    title: 'Log was only added to',
    broken: 'The log does not begin with the log before: it may have been rewritten.',
    still: 'The run is in the log as it is signed now. Compare that with a checkpoint which you or others kept.',
  },
  checkpointSignature: {
    title: 'Signature',
    broken: 'None of the keys has signed the log as it is in this file.',
    still: 'Records, rules and result may fit together, and may have been made up together: nobody vouches for them.',
  },
  anchor: {
    title: 'Confirmed by others',
    broken: 'The log is not in the index that others have confirmed.',
    still: 'The other links judge what the service itself has signed.',
  },
  policy: {
    title: 'Your policy',
    broken: 'The witnesses that your policy asks for have not all signed.',
    still: 'The other links judge what the service itself has signed.',
  },
  timestamp: {
    title: 'Time stamp',
    broken: 'The time stamp is not one of this log.',
    still: 'The other links judge what was sealed. Only the service says when it was sealed.',
  },
  signatures: {
    title: 'Signatures',
    broken:
      'A decision, the submission or the approval is not signed by the key that it names, or not in the log, or one is missing.',
    still: 'Nothing in this file can be relied on as what was signed.',
  },
  files: {
    title: 'Files as they were signed',
    broken: 'A file is not the one that was submitted: it was changed afterwards.',
    still: askForPeriod,
  },
  parts: {
    title: 'Records of the period',
    broken: 'The records are not those of the opening and of the files that the manifest names.',
    still: 'The files are those that were signed. They contradict each other: ask who signed them.',
  },
  result: {
    title: 'Result of these records',
    broken: 'The result was made of other records, rules or instructions than those that were signed.',
    still: 'The files are those that were signed. They contradict each other: ask who signed them.',
  },
  receipt: {
    title: 'Receipt of the run',
    broken: 'The receipt that the sign-off names is of another run.',
    still: 'The files are those that were submitted. That the log has their run is not shown.',
  },
  decisions: {
    title: 'Who decided',
    broken: 'A decision is in no batch of whoever made it, or its note is missing.',
    still: 'The files are those that were submitted. Who made the decisions is not shown.',
  },
  before: {
    title: 'Period before',
    broken: 'The period does not continue the one that it names, or the next does not follow it.',
    still: 'The period itself is judged by the other links.',
  },
  approval: {
    title: 'Approval by somebody else',
    broken: 'Nobody has approved what was submitted, or somebody who submitted or decided.',
    still: 'The period counts as submitted at most.',
  },
  items: {
    title: 'Open items',
    broken: 'Other items stay open than those that were signed.',
    still: 'The records and decisions are those that were signed. Do not begin the next period with its items.',
  },
  proof: {
    title: 'Proof of balances',
    broken: 'The balances come to another proof than the one that was signed.',
    still: 'The records and decisions are those that were signed. What they come to is not.',
  },
  submission: {
    title: 'Ready to be submitted',
    broken: 'Something was undecided, lapsed, or unexplained without a reason.',
    still: 'The files are those that were signed, before the period was ready for it.',
  },
  replay: {
    title: 'Replay',
    broken:
      'The engine in this page, given the same records and rules, comes to another result than the one that was sealed.',
    still:
      'The records, the rules and the result are those that were sealed. That the rules lead to this result is not shown: ask the operator how it came about.',
  },
}

/** A check that this page does not know is titled by its name. */
export const wordsOfCheck = (name: string): CheckWords =>
  words[name] ?? { title: name, broken: 'This link does not hold.', still: 'Rely on nothing that depends on it.' }
