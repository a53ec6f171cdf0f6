import type { UsageRecord } from '@tallystick/client'
import { byteText, counted, durationText, grouped, percentText } from '../parts/plain-words.ts'
import { FailureNotice } from './failure-notice.tsx'
import { scopeWords } from './scope-notice.tsx'
import { client, noteUsage } from './session.ts'
import { useCall } from './use-call.ts'

export function UsagePage() {
  const { value, error, reload } = useCall('usage', async (signal) => {
    const usage = await client().usage.get({ signal })
    noteUsage(usage)
    return usage
  })
  return (
    <>
      <div class="title-row">
        <h1>Usage</h1>
        <button type="button" class="quiet" onClick={reload}>
          Look again
        </button>
      </div>
      <FailureNotice error={error} onRetry={reload} />
      {value === undefined ? (
        error === undefined && <p aria-busy="true">Asking the service …</p>
      ) : (
        <Usage usage={value} />
      )}
    </>
  )
}

function Usage({ usage: { plan, storage, requests, runs, key } }: { readonly usage: UsageRecord }) {
  return (
    <>
      <p>
        Your plan is <strong>{plan}</strong>.
      </p>
      <div class="usage-grid">
        <UsageBar
          title="Stored bytes"
          used={storage.usedBytes}
          limit={storage.limitBytes}
          text={byteText}
          note={`${counted(storage.datasets, 'dataset')}, ${counted(storage.runs, 'run')}`}
        />
        <RequestBar title="Requests this minute" state={requests.burst} />
        <RequestBar title="Requests this hour" state={requests.quota} />
      </div>
      <h2>Runs</h2>
      <dl class="app-figures">
        {Object.entries(runs).map(([state, count]) => (
          <div key={state}>
            <dt>{state}</dt>
            <dd class="count">{grouped(count)}</dd>
          </div>
        ))}
      </dl>
      <h2>What your key may do</h2>
      <ul class="scope-list">
        {Object.entries(scopeWords).map(([scope, words]) => {
          const has = key?.scopes.some((each) => each === scope)
          return (
            <li key={scope} class={has ? undefined : 'soft'}>
              <span aria-hidden="true">{has ? '✓' : '–'}</span>
              <span>
                {has ? words : `not: ${words}`} <code class="small soft">{scope}</code>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function RequestBar({ title, state }: { readonly title: string; readonly state: UsageRecord['requests']['burst'] }) {
  const { limit, remaining, resetSeconds } = state
  return (
    <UsageBar
      title={title}
      used={limit - remaining}
      limit={limit}
      text={grouped}
      note={`begins anew in ${durationText(resetSeconds)}`}
    />
  )
}

interface UsageBarProps {
  readonly title: string
  readonly used: number
  readonly limit: number | null
  readonly text: (figure: number) => string
  readonly note: string
}

function UsageBar({ title, used, limit, text, note }: UsageBarProps) {
  const ratio = limit === null || limit === 0 ? 0 : Math.min(1, used / limit)
  return (
    <section class="card usage-bar">
      <h2>{title}</h2>
      <p class="count">
        <strong>{text(used)}</strong>
        {limit === null ? ', without a limit' : ` of ${text(limit)}`}
        {limit !== null && <span class="soft"> ({percentText(ratio)})</span>}
      </p>
      {limit !== null && <meter value={ratio} min={0} max={1} high={0.9} optimum={0} aria-label={title} />}
      <p class="small soft">{note}</p>
    </section>
  )
}
