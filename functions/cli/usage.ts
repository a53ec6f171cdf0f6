import { closeUsage } from './close-usage.ts'

/** The texts that `tallystick help` and `tallystick help COMMAND` print. */

const settingsSynopsis = `[--currency CODE] [--encoding NAME]
                  [--level entry|detail] [--sheet NAME]`
const readingSynopsis = `[--mapping FILE] [--adapter KIND] ${settingsSynopsis}`
const mappingOption = `  --mapping FILE   which columns the fields are in, JSON, or that JSON itself; one for both sides, or
                   { "source": …, "target": … }`
const settingsOptions = `  --currency CODE  of records that name none, such as EUR
  --encoding NAME  of files that are no UTF-8, such as windows-1250
  --level LEVEL    of camt, what is a record: an entry, or each detail of it
  --sheet NAME     of a workbook, the sheet to read`
const readingOptions = `${mappingOption}
  --adapter KIND   whose exports they are, such as stripe or bank, for the names of their columns
${settingsOptions}`
const ofSides = `
                   each of these but --mapping may be there twice: for SOURCE, then for TARGET`
const serviceOptions = `  --url URL        the service; TALLYSTICK_URL in the environment without it
  --key KEY        its API key; TALLYSTICK_API_KEY in the environment keeps it out of the list of processes`
const packKey = `  --key KEY        a key that you trust, name+id+base64, or the base64 alone that /.well-known/tallystick-keys lists, as
                   often as there are keys; one of them has to have signed`

const quietOption = `  --quiet          prints no report, warnings or progress: the exit code says it, and faults are printed`

interface CommandUsage {
  readonly does: string
  readonly synopsis: string
  readonly options: string
}

const usages = {
  reconcile: {
    does: 'says of every record of two files which one of the other it belongs to, or why it stays open',
    synopsis: `SOURCE TARGET [--rules FILE] [--out FILE] [--report FILE] [--breaks N] [--json] [--quiet]
                  ${readingSynopsis}`,
    options: `  SOURCE, TARGET   the two sides, each of any format, which its content tells; - is standard input
  --rules FILE     the rules, JSON, a list or { "rules", "tables", "rates", "calendars", "signs" }; without them the
                   built-in policy default@2; propose: those that the two files suggest
  --out FILE       takes the result, one canonical line a match, break, exclusion or netted group; - is standard output
  --report FILE    takes records and reasons side by side for a person: FILE.xlsx all sheets, FILE.csv the breaks
  --breaks N       lists the first N breaks on the terminal, or all; 50 without it
  --json           prints the summary as JSON in place of the report
${quietOption}
${readingOptions}${ofSides}
  exit code: 0 nothing is open, 1 some records are open, 2 error`,
  },
  propose: {
    does: 'prints the rules that two files suggest, for --rules of reconcile, and on standard error what led to each',
    synopsis: `SOURCE TARGET [--json] [--quiet] ${readingSynopsis}`,
    options: `  SOURCE, TARGET   the two sides, each of any format, which its content tells; - is standard input
  --json           prints the whole proposal, which --rules does not take
  --quiet          prints the rules alone: not what led to them, and no warnings or progress
${readingOptions}${ofSides}
  exit code: 0 rules are printed, 1 nothing relates the files and there are none, 2 error`,
  },
  inspect: {
    does: 'says what a file is: format, encoding, accounts, periods, balances, columns, first records, and warnings',
    synopsis: `FILE [--json] [--quiet] ${readingSynopsis}`,
    options: `  FILE             of any format, which its content tells; - is standard input
  --json           prints the same as JSON
${quietOption}
${readingOptions}
  exit code: 0 it can be read, 1 it cannot, and every fault is printed, 2 error`,
  },
  verify: {
    does: 'checks the evidence of a run or a period, without a network and without trust in whoever made it',
    synopsis: `FILE [--key KEY... | --policy FILE | --trust-pack-keys] [--tsa FILE]... [--log ORIGIN] [--json]
                  [--quiet] [--replay | --no-replay] [--since FILE [--log-from URL | --log-from DIR]]`,
    options: `  FILE             what GET /runs/{id}/evidence answers with, which its content tells: the pack (?format=zip), or the
                   proof of a single line (?matchId= or ?leaf=), JSON or a C2SP tlog-proof; the pack of a period, GET
                   /periods/{id}/evidence; or the pack or folder of a period that was closed with own keys, which both
                   have to be among the --key
${packKey}. Without it the keys in FILE are taken, which
                   prove nothing until you have compared them; a tlog-proof has none
  --trust-pack-keys
                   takes the keys in FILE for those of the service: you have compared them
  --policy FILE    whom you trust, as C2SP tlog-policy has it: log keys, one of which has to have signed, and a quorum of
                   witnesses who have to have cosigned the index of all logs, or the log itself
  --tsa FILE       certificates of time-stamping authorities (RFC 3161) that you trust, PEM
  --log ORIGIN     the log that FILE has to be of, as its checkpoint names it in its first line
  --json           prints the checks as JSON
${quietOption}
  --replay         FILE has to be one that can be replayed: a pack of this program's version of the engine is run again
                   over its records and rules in any case, and the result compared
  --no-replay      runs nothing again
  --since FILE     evidence or a checkpoint that you kept: adds the check history, that of the two logs the later one
                   begins with the earlier one
  --log-from URL, --log-from DIR
                   where the log is, if neither FILE proves that itself: the service, with its API key in
                   TALLYSTICK_API_KEY, any log of C2SP tlog-tiles, or a directory of its files; what comes from there is
                   verified, not trusted
  exit code: 0 every check holds, by a key or policy that you named; 3 every check holds, by the keys in FILE alone;
             1 a check does not hold; 2 a FILE cannot be read, or not be checked as asked`,
  },
  explain: {
    does: 'says how the run of a pack came to its result, once its evidence has been verified',
    synopsis: `PACK --graph [--format json|mermaid|dot] | --lineage ARTIFACT | --impact [RULE] | --changes BREAK
                  [--key KEY]...`,
    options: `  --graph          what it did, rule by rule, as a graph
  --lineage ART    where something came from and what was made of it: the id of a match, suggestion, break, exclusion or
                   netted line, source:ID, target:ID, the id of a dataset, result or receipt
  --impact [RULE]  what each rule carried and what would be without it, or the one rule alone
  --changes BREAK  which change of one rule would take the break of that id (brk_…), tried on the whole run
${packKey}; without it the keys in PACK are taken
  exit code: 0 explained, 1 the evidence does not hold, 2 error`,
  },
  monitor: {
    does: 'says whether the log that a service shows now begins with the log that it showed before',
    synopsis: `[--index] URL --state FILE [--key KEY]... [--log ORIGIN] [--stale-after SECONDS]
                  [--once | --every SECONDS]`,
    options: `  URL              the service, its API (https://example.com/api/v1), or any log of C2SP tlog-tiles; TALLYSTICK_API_KEY in
                   the environment is the API key
  --index          watches the index of all logs, which needs no API key: each head in it has to continue the one before of
                   its log; two that follow the same one are a fork, and both are printed
  --state FILE     keeps the newest checkpoint that fits, and what was read of the log's receipts, or of the index's heads
${packKey}; without it the keys that the service lists when it is
                   first asked are remembered
  --log ORIGIN     the log that has to be at URL, as its checkpoint names it in its first line
  --stale-after SECONDS
                   a log that has not grown for so long does not fit
  --once           looks once, which is what it does anyway
  --every SECONDS  looks again and again, until the log does not fit
  exit code: 0 it fits, 1 it does not, and both checkpoints are printed, 2 it cannot be reached, or error`,
  },
  upload: {
    does: 'makes a dataset of a file in a service, in parts where the file is large, and prints the dataset',
    synopsis: `FILE --url URL --adapter ADAPTER [--key KEY] [--name NAME] [--format FORMAT]
                  [--mapping FILE] ${settingsSynopsis}`,
    options: `  FILE             any format that is read; when the upload was interrupted, the same command goes on with it
${serviceOptions};
                   it has the scopes datasets:write and datasets:read
  --adapter NAME   what the dataset belongs to, such as bank:main
  --name NAME      a name for people; that of the file without it
  --format FORMAT  csv, ndjson and so on, where the content does not tell
${mappingOption}
${settingsOptions}
  exit code: 0 the dataset is sealed, 1 its records are refused, and the faults are printed, 2 error`,
  },
  run: {
    does: 'reconciles on a service, waits until the run has ended, however large it is, and prints its summary',
    synopsis: `SOURCE TARGET --url URL [--rules FILE] [--name NAME] [--idempotency-key KEY] [--allow-empty]
                  [--no-wait] [--out FILE] [--key KEY] [--json] [--quiet] [--mapping FILE] [--adapter ADAPTER] ${settingsSynopsis}
       tallystick run --id RUN --url URL [--out FILE | --cancel] [--key KEY] [--json] [--quiet]`,
    options: `  SOURCE, TARGET   an adapter such as bank:main-eur or dataset:ID, which the service has; or a file, which is uploaded
                   first, as upload does it
${serviceOptions};
                   it has the scopes runs:write, runs:read and evidence:read, for files also datasets:write and
                   datasets:read
  --rules FILE     the rules, JSON, a list or { "rules", "tables", "rates", "calendars", "signs" }; without them the
                   built-in policy default@2
  --name NAME      a name for people
  --idempotency-key KEY
                   names what is asked: the same command again finds the same run
  --allow-empty    takes a side whose adapter has no dataset as empty
  --no-wait        prints the run as it is once the service has it
  --out FILE       takes the evidence pack, for tallystick verify
  --json           prints the run as JSON, as the service has it
${quietOption}
${mappingOption}
  --adapter NAME   what uploaded files belong to, such as bank:main; custom without it
${settingsOptions}${ofSides}
  --id RUN         waits for a run that was begun before, or prints the summary of one that has ended
  --cancel         cancels that run
  exit code: 0 nothing is open, or the run is not waited for, 1 some records are open, 2 error, a failed or cancelled run`,
  },
  listen: {
    does: 'prints what a service tells webhooks as it happens, and hands it on to a program on this machine',
    synopsis: `--url URL [--forward URL] [--event TYPE]... [--key KEY] [--json]`,
    options: `${serviceOptions};
                   it has the scope webhooks:manage
  --forward URL    where each event is sent, signed as webhooks are, such as http://localhost:9000/events
  --event TYPE     such as run.completed, as often as there are types; all without it
  --json           prints each event as a line of JSON
  exit code: 0 ended with Ctrl-C, 2 error`,
  },
  close: closeUsage,
} as const satisfies { readonly [command: string]: CommandUsage }

export type CommandName = keyof typeof usages

export const commandNames = Object.keys(usages).filter(isCommandName)

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(usages, word)
}

/** All commands, one to a line. */
export const usage = `usage: tallystick COMMAND …

${commandNames.map((name) => `  ${name.padEnd(10)} ${usages[name].does}`).join('\n')}

tallystick help COMMAND says how one is used, tallystick --version which version this is.`

export const usageOf = (name: CommandName): string =>
  `usage: tallystick ${name} ${usages[name].synopsis}\n\n${name}: ${usages[name].does}\n${usages[name].options}`
