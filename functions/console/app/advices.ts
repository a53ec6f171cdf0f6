import type { ProblemCode } from '@tallystick/client'

const again = 'Wait a moment, then try again.'
const tellOperator = 'Tell whoever runs this service the request id below.'
const untilTold = 'Try again. If it stays, tell whoever runs this service the request id below.'
const ofThePage = 'Load this page anew and try again. If it stays, tell whoever runs this service the request id below.'
const gone = 'Go back to the list: it may have been deleted, or belong to another workspace.'
const otherKey = 'Ask whoever manages your keys for another one.'
const evidenceInstead = 'Open Evidence and verify the chain: it names the first link that is broken.'

const advices: { readonly [code in ProblemCode]: string } = {
  malformed_json: ofThePage,
  invalid_header: ofThePage,
  invalid_cursor: 'Load the list anew.',
  invalid_query: ofThePage,
  idempotency_key_invalid: ofThePage,
  idempotency_key_required: ofThePage,
  api_key_missing: 'Sign in with a key.',
  api_key_invalid: 'Copy the whole key again, from its first character to its last.',
  api_key_expired: otherKey,
  api_key_revoked: otherKey,
  sign_in_required: 'Sign in again.',
  sign_in_failed: 'Sign in again from the beginning.',
  admin_key_missing: ofThePage,
  admin_key_invalid: ofThePage,
  scope_insufficient: 'Sign in with a key that has this scope, or ask whoever manages your keys for one.',
  role_missing: 'Ask an administrator of your workspace for this role.',
  own_approval: 'Ask somebody who has not worked on the period to approve it.',
  origin_refused: ofThePage,
  not_a_member: 'Ask an administrator of the workspace for an invitation.',
  invitation_refused: 'Ask whoever invited you for another invitation, to the address with which you sign in.',
  tenant_suspended: 'Ask whoever runs this service why.',
  storage_quota_exceeded:
    'Delete datasets or runs that you no longer need, or ask whoever runs this service for more room.',
  route_not_found: ofThePage,
  run_not_found: gone,
  dataset_not_found: gone,
  artifact_not_found: gone,
  key_not_found: gone,
  reconciliation_not_found: gone,
  decision_not_found: gone,
  period_not_found: gone,
  item_not_found: 'Load the list of items anew: a run or a decision may have changed it.',
  webhook_not_found: gone,
  delivery_not_found: gone,
  member_not_found: 'Load the list anew: the member may have been removed.',
  invitation_not_found: 'Load the list anew: the invitation was accepted or is over.',
  checkpoint_not_found: 'Make a run first: the log is signed with the first one.',
  tile_not_found: ofThePage,
  tenant_not_found: ofThePage,
  method_not_allowed: ofThePage,
  not_acceptable: ofThePage,
  request_timeout:
    'Check the connection, then send it again. A large file is sent in parts, which suits a slow line better.',
  idempotency_key_in_use: 'The first request is still at work: wait a moment, then look at the list.',
  run_not_finished: 'Wait until the run has ended; its page shows how far it is.',
  run_finished: 'Load the page anew to see its result.',
  run_cancelled: 'Start another run of the same sides.',
  run_not_replayable:
    'Only a run that has ended, under the version of the engine that is in use, can be replayed. Start another run of the same sides instead.',
  adapter_ambiguous: 'Name the instance, as in bank:main-eur, or choose one dataset.',
  records_altered: evidenceInstead,
  dataset_in_use: 'Wait until the run that reads it has ended, or cancel that run.',
  dataset_not_sealed: 'Wait until the service has read the file; its page shows how far it is, or why it was refused.',
  upload_incomplete: 'Upload the file again.',
  upload_complete: 'Look at the list of datasets: the file is there, or is being read.',
  address_in_use: 'Look at the list of members: the person is among them.',
  last_administrator: 'Make another member an administrator first.',
  administrator_present: 'Ask an administrator of the workspace for an invitation.',
  item_decided: 'Load the list anew: somebody else was faster.',
  period_closed: 'Ask an approver to reopen the period first.',
  period_submitted: 'Wait for the approval, or ask an approver to reject it.',
  period_open: 'Load the period anew: somebody has rejected or reopened it.',
  later_period_closed: 'Reopen the later period first.',
  opening_changed: 'Close the period before, then run this one again.',
  period_not_run: 'Run the period first; where it is about the period before, run that one.',
  period_holds: 'Nothing to do: what a period has read stays with it.',
  webhook_untested: 'Test the webhook first.',
  too_many_webhooks: 'Remove a webhook that is not needed any more.',
  records_lost: `Its receipt still proves the root. ${tellOperator}`,
  records_deleted: 'Upload the file again if you have it: it comes to the same root. Receipts and roots stay.',
  length_required: ofThePage,
  precondition_failed: 'Somebody else has changed it: load it anew, and decide again.',
  payload_too_large: 'Send less at once: split the file, or shorten the rules and tables.',
  unsupported_media_type: 'Choose a file of a format that is read, such as CSV, camt or XLSX.',
  unsupported_content_encoding:
    'Something between this page and the service packs what is sent: try from another network.',
  validation_failed: 'Mend what is listed, then try again.',
  unknown_adapter: 'Choose one of the adapters that the field offers, with a name of your own behind a colon.',
  same_dataset: 'Choose another dataset for one of the sides.',
  run_too_large:
    'Split the files by period or account, or reconcile them with the command line, which has no such limit.',
  work_limit:
    'Give the rules an equal criterion more, so that fewer pairs are compared, or use the command line, which has no such limit.',
  attempts_exhausted: 'Replay the run. If it fails again, tell whoever runs this service.',
  idempotency_key_reused: 'Load the page anew, then try again.',
  unreadable_record: 'Mend the rows that are listed, or choose a mapping that reads them, and upload again.',
  control_total_mismatch: 'Fetch the file again where it comes from: it seems to be cut.',
  digest_mismatch: 'Send it again: something was lost or changed on the way.',
  currencies_differ: 'Match items of one currency, or say what was exchanged.',
  undecided_items: 'Decide about what is listed, then submit again.',
  unexplained_difference: 'Find what is missing, or say why the amount stays unexplained.',
  period_gap: 'Begin the period on the day after the one before.',
  precondition_required: ofThePage,
  rate_limited: again,
  quota_exceeded: 'Wait until the next hour, or ask whoever runs this service for a larger plan.',
  internal_error: untilTold,
  storage_unavailable: again,
  temporarily_overloaded: again,
  issuer_unavailable: again,
  log_diverged: `Nothing is signed until it is mended. ${tellOperator}`,
  not_configured: `Trying again does not help. ${tellOperator}`,
}

/** A service that is newer than this page may have codes that are not listed here. */
export const adviceOf = (code: string): string => (isKnown(code) ? advices[code] : untilTold)

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(advices, code)
