import type { Labels } from '../platform/event-counts.ts'

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** `suffix`, such as `_bucket`, is for histograms. */
export type Sample = readonly [labels: Labels, value: number, suffix?: string]

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name: `tallystick_${name}`,
  help,
  type: 'gauge',
  samples,
})

/**
 * The text exposition format of Prometheus, version 0.0.4: for each metric two comments and a line a sample.
 *
 * # HELP tallystick_runs_unfinished Runs that are queued or running.
 * # TYPE tallystick_runs_unfinished gauge
 * tallystick_runs_unfinished{status="queued"} 0
 */
export const formatExposition = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${samples.map((sample) => formatSample(name, sample)).join('')}`,
    )
    .join('')

function formatSample(name: string, [labels, value, suffix = '']: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')
