import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { openMetrics } from '#kit/server/metrics.ts'
import { watchState } from '#operate/watch-state.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
type Panel = { title: string; targets?: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } }
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
const rules = (
  parse(read('prometheus-alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
  }
).groups.flatMap(({ rules }) => rules)

/** For every process: the names of its series, and the labels that each may have. */
async function knownSeries() {
  const metrics = openMetrics()
  watchState({ metrics } as never, () => ({ open: 0, idle: 0, waiting: 0, most: 0 }))
  const known = new Map<string, string[]>([['up', ['job']]])
  for (const { name, type, labelNames } of metrics.registry.getMetricsAsArray() as unknown as {
    name: string
    type: string
    labelNames: string[]
  }[])
    for (const suffix of type === 'histogram' ? ['_count', '_sum', '_bucket'] : [''])
      known.set(name + suffix, labelNames)
  return known
}
const known = await knownSeries()
const ofPrometheus = ['le', 'instance']
const words = new Set('sum rate increase avg min max topk histogram_quantile by and on time'.split(' '))

const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel “${title}”`, expr] as const)),
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
]

test.each(expressions)('%s uses existing metrics: %s', (_, expr) => {
  const bare = expr
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\bby \(([^)]*)\)/g, '')
  const names = [...bare.replace(/\{[^}]*\}/g, '').matchAll(/[a-z_]\w*/g)].map(([name]) => name)
  const series = names.filter((name) => !words.has(name))
  expect(series.length).toBeGreaterThan(0)
  expect(series.filter((name) => !known.has(name))).toEqual([])
  const labels = [
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
    ...[...expr.replace(/"[^"]*"/g, '""').matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) =>
      list!.split(',').map((each) => each.split(/[=!~]/)[0]!),
    ),
  ]
  const allowed = [...ofPrometheus, ...series.flatMap((name) => known.get(name)!)]
  expect(labels.filter((label) => !allowed.includes(label))).toEqual([])
})

test('the autoscalers of Kubernetes follow existing metrics, which the adapter publishes', () => {
  type Autoscaler = { kind: string; spec: { metrics?: { pods?: { metric: { name: string } } }[] } }
  const names = ['portal', 'worker'].flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}.yaml`))
      .map((each) => each.toJS() as Autoscaler)
      .flatMap(({ spec }) => spec.metrics?.flatMap(({ pods }) => pods?.metric.name ?? []) ?? []),
  )
  expect(names).toHaveLength(2)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  const { custom } = parse(read('kubernetes/adapter-rules.yaml')).rules as { custom: { seriesQuery: string }[] }
  expect(custom.map(({ seriesQuery }) => seriesQuery.split('{')[0]).sort()).toEqual(names.sort())
})

test('no metric has a label that Prometheus itself sets: it would rename ours to exported_job', () => {
  const { up: _, ...own } = Object.fromEntries(known)
  expect(
    Object.entries(own).filter(([, labels]) => labels.some((label) => ['job', 'instance'].includes(label))),
  ).toEqual([])
})

test('every metric of ours is on the dashboard', () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join(' ')
  const own = [...known.keys()].filter((name) => !/^(process|nodejs|up$)/.test(name))
  const missing = own.filter((name) => !/_(count|sum|bucket)$/.test(name) && !shown.includes(name))
  // The number of headings changes only with a release.
  expect(missing).toEqual(['headings_records'])
})

test('panels do not overlap', () => {
  const taken = new Set<string>()
  for (const { gridPos, title } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
      }
})

test('every alert says what is wrong and what to do', () => {
  for (const { annotations } of rules) {
    expect(annotations.summary).toMatch(/\S/)
    expect(annotations.description).toMatch(/\.$/)
  }
})

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' })

test.skipIf(promtool('--version').error)('Prometheus itself accepts the rules and the configuration', () => {
  const rules = promtool('check', 'rules', 'prometheus-alerts.yml')
  expect([rules.status, rules.stderr]).toEqual([0, ''])
  expect(promtool('check', 'config', 'prometheus.yml').status).toBe(0)
})

const scenes = read('prometheus-alerts.test.yml')

test('every alert has a scenario in which it fires', () => {
  expect(rules.map(({ alert }) => alert).filter((alert) => !scenes.includes(`alertname="${alert}"`))).toEqual([])
})

test.skipIf(promtool('--version').error)('each alert fires in its scenario, and not before', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', 'prometheus-alerts.test.yml')
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})
