import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Every problem the service can answer with: the only place that maps a code to its HTTP status. */
export const problems = {
  malformed_json: { status: 400, title: 'Malformed JSON' },
  invalid_header: { status: 400, title: 'Invalid header' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  invalid_query: { status: 400, title: 'Invalid query' },
  idempotency_key_invalid: { status: 400, title: 'Invalid idempotency key' },
  idempotency_key_required: { status: 400, title: 'Idempotency key required' },
  api_key_missing: { status: 401, title: 'API key missing' },
  api_key_invalid: { status: 401, title: 'API key invalid' },
  api_key_expired: { status: 401, title: 'API key expired' },
  api_key_revoked: { status: 401, title: 'API key revoked' },
  admin_key_missing: { status: 401, title: 'Admin key missing' },
  admin_key_invalid: { status: 401, title: 'Admin key invalid' },
  scope_insufficient: { status: 403, title: 'Scope insufficient' },
  tenant_suspended: { status: 403, title: 'Tenant suspended' },
  storage_quota_exceeded: { status: 403, title: 'Storage quota exceeded' },
  route_not_found: { status: 404, title: 'Route not found' },
  run_not_found: { status: 404, title: 'Run not found' },
  dataset_not_found: { status: 404, title: 'Dataset not found' },
  artifact_not_found: { status: 404, title: 'Artifact not found' },
  key_not_found: { status: 404, title: 'Key not found' },
  checkpoint_not_found: { status: 404, title: 'Checkpoint not found' },
  tile_not_found: { status: 404, title: 'Tile not found' },
  tenant_not_found: { status: 404, title: 'Tenant not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request timeout' },
  idempotency_key_in_use: { status: 409, title: 'Idempotency key in use' },
  run_not_finished: { status: 409, title: 'Run not finished' },
  run_finished: { status: 409, title: 'Run finished' },
  run_cancelled: { status: 409, title: 'Run cancelled' },
  run_not_replayable: { status: 409, title: 'Run not replayable' },
  adapter_ambiguous: { status: 409, title: 'Adapter ambiguous' },
  records_altered: { status: 409, title: 'Records altered' },
  dataset_in_use: { status: 409, title: 'Dataset in use' },
  dataset_not_sealed: { status: 409, title: 'Dataset not sealed' },
  upload_incomplete: { status: 409, title: 'Upload incomplete' },
  upload_complete: { status: 409, title: 'Upload complete' },
  records_lost: { status: 410, title: 'Records lost' },
  records_deleted: { status: 410, title: 'Records deleted' },
  length_required: { status: 411, title: 'Length required' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  unsupported_content_encoding: { status: 415, title: 'Unsupported content encoding' },
  validation_failed: { status: 422, title: 'Validation failed' },
  unknown_adapter: { status: 422, title: 'Unknown adapter' },
  same_dataset: { status: 422, title: 'Same dataset' },
  run_too_large: { status: 422, title: 'Run too large' },
  work_limit: { status: 422, title: 'Work limit' },
  attempts_exhausted: { status: 500, title: 'Attempts exhausted' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  unreadable_record: { status: 422, title: 'Unreadable record' },
  control_total_mismatch: { status: 422, title: 'Control total mismatch' },
  digest_mismatch: { status: 422, title: 'Digest mismatch' },
  rate_limited: { status: 429, title: 'Rate limited' },
  quota_exceeded: { status: 429, title: 'Quota exceeded' },
  internal_error: { status: 500, title: 'Internal error' },
  storage_unavailable: { status: 503, title: 'Storage unavailable' },
  temporarily_overloaded: { status: 503, title: 'Temporarily overloaded' },
  log_diverged: { status: 503, title: 'Log diverged' },
  not_configured: { status: 503, title: 'Not configured' },
} as const satisfies Record<string, { readonly status: ContentfulStatusCode; readonly title: string }>

export type ProblemCode = keyof typeof problems

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

export const statusOf = (code: ProblemCode): ContentfulStatusCode => problems[code].status

/** What each code means: shown on the code's page, and in problems without a detail of their own. */
export const problemDescriptions: Readonly<Record<ProblemCode, string>> = {
  malformed_json:
    'The body is not JSON as this service reads it: RFC 8259, UTF-8, no member twice, numbers of at most 15 significant digits.',
  invalid_header: 'A request header has a value that this route does not take, or is not taken here at all.',
  invalid_cursor: 'The cursor was not given by this service, or was given for another query.',
  invalid_query: 'A query parameter is unknown, given twice or has a value out of bounds.',
  idempotency_key_invalid: 'An Idempotency-Key has 1 to 255 printable ASCII characters and is sent once.',
  idempotency_key_required: 'This tenant is set to refuse this request without an Idempotency-Key.',
  api_key_missing: 'The X-API-Key header is missing.',
  api_key_invalid: 'The API key is not one of this service.',
  api_key_expired: 'The API key was right but its time is over.',
  api_key_revoked: 'The API key was right but has been revoked.',
  admin_key_missing: 'The X-Admin-Key header is missing.',
  admin_key_invalid: 'The admin key is not the one of this service.',
  scope_insufficient: 'The API key does not have the scope that this route asks for.',
  tenant_suspended: 'The operator of the service has suspended this tenant: its keys are refused and its runs wait.',
  storage_quota_exceeded:
    'The tenant would keep more bytes of lines than its plan or its settings allow; GET /api/v1/usage shows both. Nothing was stored.',
  route_not_found: 'There is nothing at this path.',
  run_not_found: 'This tenant has no run of that id.',
  dataset_not_found: 'This tenant has no dataset of that id.',
  artifact_not_found: 'The run has nothing of that id.',
  key_not_found: 'This tenant has no such API key.',
  checkpoint_not_found: 'The log of this tenant has no published checkpoint yet.',
  tile_not_found: 'The published log of this tenant has no such tile or bundle of entries.',
  tenant_not_found: 'There is no tenant of that id.',
  method_not_allowed: 'The path exists, but not with this method; the Allow header lists those there are.',
  not_acceptable: 'The route has no representation that the Accept header takes.',
  request_timeout: 'The body stopped arriving, or arrived too slowly. Nothing was stored.',
  idempotency_key_in_use: 'The first request with this Idempotency-Key is still being executed.',
  run_not_finished: 'The run has not ended yet, so it has no results.',
  run_finished: 'The run has ended, so there is nothing to cancel.',
  run_cancelled: 'The run was cancelled before it ended, so it has no results.',
  run_not_replayable:
    'The run has not ended yet, or it was made by another version of the engine than the one that would execute it.',
  adapter_ambiguous: 'The tenant has datasets of several instances of this adapter kind; the run has to name one.',
  records_altered:
    'Stored lines or rows are gone or are not those that were sealed, so that nothing is shown of what is left; `detail` names the part, and verifyProofChain of the run the broken link.',
  dataset_in_use: 'A run that has not ended is pinned to the dataset.',
  dataset_not_sealed:
    'The dataset is still being uploaded, or its file was refused, so it cannot be read or used in runs.',
  upload_incomplete: 'The parts that have arrived do not make up the declared file; `errors` says what is missing.',
  upload_complete: 'The upload was declared complete, so it takes no parts any more.',
  records_lost:
    'The run was sealed, and its receipt stands in the log, but the database does not have the run any more.',
  records_deleted:
    'The run, or a dataset that this needs, was deleted. Its receipt and hashes stay, and the deletion is an entry of the log.',
  length_required: 'A part is sent with a Content-Length.',
  payload_too_large: 'The body, a record or the URL is longer than allowed; the limits are in /api/v1/meta.',
  unsupported_media_type: 'The body’s Content-Type is missing or not one that this route reads.',
  unsupported_content_encoding: 'Bodies are read as they are: no Content-Encoding but identity.',
  validation_failed:
    'The body is well formed but says something that cannot be taken; `errors` lists every fault. What rules mean is checked once their shape is right.',
  unknown_adapter: 'The adapter’s kind is not in the registry that /api/v1/meta shows.',
  same_dataset: 'Both sides of the run are the same dataset.',
  work_limit:
    'Rules take more counted steps over these records than are done in one request: no rules are proposed, or a run has failed on a hosting plan without Workflows for runs. The command line has no such limit.',
  attempts_exhausted:
    'Each of five executions of the run was ended from outside, so the run has failed. A replay executes it again.',
  run_too_large:
    'The datasets hold more records than a run takes, or than are gone through in one request; the limits are in /api/v1/meta.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request.',
  unreadable_record: 'A row of the upload cannot be read; `errors` lists up to 20 faults. Nothing was stored.',
  digest_mismatch: 'The body is not the one that its Content-Digest is of. Nothing was stored.',
  control_total_mismatch: 'The upload does not add up to the control totals that came with it. Nothing was stored.',
  rate_limited: 'Too many requests within a minute; Retry-After says when to go on.',
  quota_exceeded: 'The hourly quota is used up; Retry-After says when the next hour begins.',
  internal_error: 'A fault of this service. The request id identifies it in the logs.',
  storage_unavailable:
    'The database, or something else that the service depends on, did not answer. The request may be retried.',
  temporarily_overloaded: 'There is more work than can be done at once. The request may be retried.',
  log_diverged:
    'The stored log of this tenant is not the log that was signed, so nothing is signed until the operator has recovered it.',
  not_configured:
    'The operator of this service has not set all that this request needs; /api/v1/ready names what is missing. Retrying does not help.',
}
