/** What `tallystick help close` prints. */
export const closeUsage = {
  does: 'closes a period in a folder or on a service: opening, run, decisions, proof of balances, sign-off, a pack',
  synopsis: `VERB [--in FOLDER | --url URL [--reconciliation NAME] [--period NAME]] [--json] [--quiet] …

  key      --key-file FILE
  start    --period 2026-03|2026-W10|2026-03-02 | --first DATE --last DATE
           --source-balance AMOUNT... --target-balance AMOUNT... [--open-source FILE] [--open-target FILE]
           [--rules FILE] [--statement source|target] [--materiality AMOUNT]... [--approval-above AMOUNT]...
  start    --from PACK
  run      [--source FILE]... [--target FILE]... [--rules FILE]
  items    [--state STATE|all] [--side source|target] [--reason REASON]
  decide   KIND ITEM... | --file FILE, --key-file FILE [--label LABEL] [--difference] [--fx] [--reason TEXT]
           [--expected DATE] [--owner NAME | --no-owner] [--note TEXT]
  balances --key-file FILE [--source-balance AMOUNT]... [--target-balance AMOUNT]...
  proof
  report   [--format text|csv|json|xlsx|html] [--out FILE] [--journal FILE.csv]
  submit   --key-file FILE [--name NAME] [--reason CURRENCY:TEXT]...
  approve  --key-file FILE [--name NAME] [--root ROOT] [--out PACK]
  reject   --key-file FILE --reason TEXT [--name NAME]
  reopen   --key-file FILE --reason TEXT [--name NAME]
  verify   [PACK] [--key KEY]...`,
  options: `  --in FOLDER      holds the period; the current folder without it
  key              prints the public key of an Ed25519 key, and makes the file where there is none
  start            begins a period: the first with its balances and old items, a later one from the pack before it
  run              adds files and runs the rules over all; lines that were counted before do not count again
  items            lists what is open, what is to be decided first, with age and reason; an item is named SIDE:ID
  decide           match, accept, carry, unmatch, keep, withdraw, assign, comment, flag; of a decision: reopen,
                   acknowledge, approve; --difference accepts what the items differ by, under the label
  balances         types closing balances; those of statements are taken where none is typed
  proof, report    the proof of balances down to what is unexplained, and all of it for a person: as text, a page for
                   print, a workbook or JSON; csv has the open items alone
  submit, approve  sign the period with one key and then with another; approve writes PERIOD.zip
  reject           gives a submitted period back with another key than that of submit; items says why until the next submit
  reopen           begins another edition of an approved period; approve writes it as PERIOD.2.zip
  verify           the same as tallystick verify: says whether all of it holds and both keys are among the --key
  AMOUNT           1234.50, or EUR:1234.50
  --rules FILE     the rules, as for reconcile
  --mapping FILE and the other options for reading, as for reconcile; given twice, for source and then for target;
                   the mapping is kept for later runs and periods
  --url URL        the periods are those of a service, whose members and keys decide and sign by its word: no --in,
                   --key-file or --name, and no verb key; start has --reconciliation NAME, --adapter ADAPTER once for each
                   side, and no --from: a reconciliation that has periods begins its next one
  --reconciliation NAME, --period NAME
                   which, by name or id; left out, the only reconciliation, and the newest period that the verb is about
  --key KEY        the API key; TALLYSTICK_API_KEY in the environment keeps it out of the list of processes. It has the
                   scopes runs:read, evidence:read and datasets:read, and what a verb changes: periods:write,
                   datasets:write, items:decide or items:approve. For verify it is a key that you trust
  exit code: 0 done, 1 something is undecided or unexplained, or a check does not hold, 2 refused or error,
             3 every check of verify holds, by keys that --key does not name`,
}
