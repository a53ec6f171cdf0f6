import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createScratch } from './support/node/command.ts'
import { areInstalled } from './support/node/installed.ts'
import { root } from './support/node/step.ts'

/** The rules for Prometheus in docs/alerts.yml, by its own promtool. */

const path = join(root, 'docs/alerts.yml')
const scratch = createScratch()
afterAll(() => scratch.remove())

interface Case {
  readonly alert: string
  /** Values of the series, one a minute, as promtool writes them: `0x5 1x20` is 0 for six minutes, then 1. */
  readonly series: { readonly [name: string]: string }
  readonly firesAt: string
  /** A time at which nothing fires yet. */
  readonly silentAt: string
}

const gauge = (alert: string, name: string, [value, firesAt, silentAt]: readonly [number, string, string]): Case => ({
  ...{ alert: `Tallystick${alert}`, series: { [`tallystick_${name}`]: `0x4 ${value}x90` }, firesAt, silentAt },
})

const requests = (status: number, values: string) => ({
  [`tallystick_requests_total{isolate="a",method="GET",route="/",status="${status}"}`]: values,
})

const cases: readonly Case[] = [
  gauge('LogDiverged', 'logs_diverged', [1, '5m', '4m']),
  gauge('LogChanged', 'logs_set_aside{reason="forked"}', [1, '5m', '4m']),
  gauge('LogUnreadable', 'logs_set_aside{reason="unreadable"}', [1, '20m', '19m']),
  gauge('LogUnpublished', 'logs_unpublished', [1, '20m', '19m']),
  gauge('RunsStuck', 'runs_oldest_unfinished_seconds', [1001, '10m', '9m']),
  gauge('RunsFail', 'runs_ended_last_hour{outcome="failed",code="internal_error"}', [1, '5m', '4m']),
  gauge('RunSuspect', 'runs_suspect', [1, '20m', '19m']),
  gauge('UploadsBreakOff', 'datasets_receiving', [101, '65m', '64m']),
  gauge('DeliveriesLate', 'deliveries_overdue_seconds', [301, '10m', '9m']),
  gauge('DeliveriesDead', 'deliveries_dead_last_hour', [1, '5m', '4m']),
  gauge('DatabaseFills', 'database_bytes', [8_000_000_001, '65m', '64m']),
  gauge('DatabaseNearlyFull', 'database_bytes', [9_500_000_001, '5m', '4m']),
  {
    alert: 'TallystickLogUnanchored',
    series: { tallystick_logs_unindexed: '1x90', tallystick_index_age_seconds: '0+60x90' },
    ...{ firesAt: '21m', silentAt: '20m' },
  },
  // An index that was never signed has no age.
  { alert: 'TallystickLogUnanchored', series: { tallystick_logs_unindexed: '1x90' }, firesAt: '10m', silentAt: '9m' },
  {
    alert: 'TallystickRunsPileUp',
    series: { 'tallystick_runs_unfinished{status="queued"}': '0+2x90' },
    ...{ firesAt: '16m', silentAt: '15m' },
  },
  { alert: 'TallystickMetricsMissing', series: { up: '0x20' }, firesAt: '5m', silentAt: '4m' },
  {
    alert: 'TallystickTaskFails',
    series: { 'tallystick_scheduled_tasks_total{isolate="a",task="anchor_logs",outcome="failed"}': '0x9 0+1x30' },
    ...{ firesAt: '16m', silentAt: '9m' },
  },
  {
    alert: 'TallystickErrors',
    series: { ...requests(200, '0+100x40'), ...requests(503, '0x9 0+2x30') },
    ...{ firesAt: '30m', silentAt: '15m' },
  },
]

/** Values at which nothing is wrong. */
const calm = {
  tallystick_database_bytes: '8e9x90',
  tallystick_logs_unindexed: '1 0x89',
  tallystick_index_age_seconds: '0+60x90',
  tallystick_runs_oldest_unfinished_seconds: '60x90',
  'tallystick_runs_unfinished{status="queued"}': '20x90',
  'tallystick_runs_ended_last_hour{outcome="failed",code="work_limit"}': '3x90',
  tallystick_deliveries_overdue_seconds: '60x90',
  tallystick_deliveries_dead_last_hour: '0x90',
  ...requests(200, '0+100x90'),
  ...requests(503, '0+1x90'),
}

const promtool = (...words: readonly string[]) => spawnSync('promtool', words, { encoding: 'utf8' })

/** How often each alert fires at a time. */
const counted = (alert: string, time: string, count: number) => ({
  ...{ expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`, eval_time: time },
  exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
})

const testOf = ({ alert, series, firesAt, silentAt }: Case) => ({
  name: alert,
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [counted(alert, silentAt, 0), counted(alert, firesAt, 1)],
})

const calmTest = {
  name: 'calm',
  interval: '1m',
  input_series: Object.entries(calm).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [{ expr: 'count(ALERTS{alertstate="firing"})', eval_time: '89m', exp_samples: [] }],
}

describe('the rules of docs/alerts.yml', () => {
  it('have a case for each alert', () => {
    const { groups } = parse(readFileSync(path, 'utf8'))
    const alerts = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert))
    expect(alerts.toSorted()).toEqual([...new Set(cases.map(({ alert }) => alert))].toSorted())
  })

  it('are rules of Prometheus, fire when they should, and not where nothing is wrong', {
    skip: !areInstalled('promtool'),
  }, () => {
    const checked = promtool('check', 'rules', path)
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    const tests = { rule_files: [path], evaluation_interval: '1m', tests: [...cases.map(testOf), calmTest] }
    const tried = promtool('test', 'rules', scratch.write('alerts.json', JSON.stringify(tests)))
    expect([tried.status, tried.stdout + tried.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
