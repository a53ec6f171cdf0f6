import { useEffect } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { plainQuery } from '../engine-worker/line-types.ts'
import { causeNames } from '../parts/cause-words.ts'
import { codeText } from '../parts/plain-words.ts'
import { type Command, offerCommands } from '../shell/commands.ts'
import { resultTabs, viewOfTab } from './result-tabs.ts'
import type { AddressState } from './use-address.ts'

interface CommandsRequest {
  readonly run: RunOverview
  readonly state: AddressState
  readonly print: () => void
}

/** Offers the views and filters of a result in the palette of commands. */
export function useResultCommands({ run, state: { go }, print }: CommandsRequest): void {
  useEffect(() => offerCommands('result', commandsOf(run, go, print)), [run, go])
}

function commandsOf(run: RunOverview, go: AddressState['go'], print: () => void): readonly Command[] {
  const breaks = plainQuery('breaks')
  const filtered = (label: string, filter: Partial<typeof breaks>): Command => ({
    label,
    run: () => go({ tab: 'breaks', query: { ...breaks, ...filter }, line: undefined }, 'push'),
  })
  return [
    ...resultTabs.map(({ id, label }) => ({
      label: `Show ${label.toLowerCase()}`,
      run: () => go({ tab: id, query: plainQuery(viewOfTab(id) ?? 'breaks'), line: undefined }, 'push'),
    })),
    filtered('Show breaks by size, largest first', { isGrouped: false, sort: 'amount', isDescending: true }),
    ...run.reasons.map(({ reason }) => filtered(`Filter breaks: ${codeText(reason)}`, { reasons: [reason] })),
    ...run.causes.map((kind) => filtered(`Filter breaks: ${causeNames[kind]}`, { causes: [kind] })),
    { label: 'Print the report', run: print },
  ]
}
