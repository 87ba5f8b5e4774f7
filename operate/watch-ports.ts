import type { App } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { mapOf } from '#kit/map-of.ts'
import type { MethodOf } from '#kit/method-of.ts'
import { Problem } from '#kit/problem.ts'
import { isAway } from '#kit/server/load/away.ts'
import type { Engine, Metrics } from '#kit/server/metrics.ts'
import { noTraces, type Traces } from '#kit/server/traces.ts'
import { MailRefused } from '#platform/mail/server/mail-port.ts'

/** The implementation of each port, as named in metrics and spans. */
export type Kinds = { catalogue: Engine; files: string; mail: string; scanner: string }

export const kindsOf = (env: Pick<Env, 'openSearch' | 's3' | 'smtpUrl' | 'clamd'>): Kinds => ({
  catalogue: env.openSearch ? 'opensearch' : 'embedded',
  files: env.s3 ? 's3' : 'folder',
  mail: env.smtpUrl ? 'smtp' : 'outbox',
  scanner: env.clamd ? 'clamd' : 'embedded',
})

type Ports = Pick<App, 'catalogue' | 'headings' | 'files' | 'mail' | 'virusScan' | 'contentSite' | 'enrichment'>
type Watch = { metrics: Metrics; traces: Traces }

/** The same ports, with their calls measured and traced. */
export function watchPorts(ports: Ports, kinds: Kinds, watch: Watch): Ports {
  const { enrichment, contentSite } = ports
  const outside = { ...watch, kind: 'outside' }
  const searching = { ...watch, kind: kinds.catalogue }
  return {
    catalogue: watchPort(ports.catalogue, { ...searching, backend: 'catalogue', calls: catalogueCalls }),
    headings: watchPort(ports.headings, { ...searching, backend: 'headings', calls: headingCalls }),
    files: watchPort(ports.files, { ...watch, kind: kinds.files, backend: 'files', calls: fileCalls }),
    mail: watchPort(ports.mail, {
      ...watch,
      kind: kinds.mail,
      backend: 'mail',
      calls: { send: 'timed' },
      done: (outcome) => watch.metrics.mails.inc({ outcome: mailOutcome.get(outcome) ?? 'away' }),
    }),
    virusScan: watchPort(ports.virusScan, {
      ...watch,
      kind: kinds.scanner,
      backend: 'scanner',
      calls: { scan: 'timed' },
      done: (outcome, found) =>
        watch.metrics.scans.inc({ outcome: outcome !== 'ok' ? 'away' : found === undefined ? 'clean' : 'found' }),
    }),
    contentSite:
      contentSite && watchPort(contentSite, { ...outside, backend: 'content-site', calls: { cart: 'timed' } }),
    enrichment: {
      libraryThing: watchPort(enrichment.libraryThing, {
        ...outside,
        backend: 'librarything',
        calls: { lookUp: 'timed' },
      }),
      syndetics: watchPort(enrichment.syndetics, { ...outside, backend: 'syndetics', calls: { lookUp: 'timed' } }),
    },
  }
}

/** A timed call is one span. A streamed one is recorded when its last piece has been read. */
type Measure = 'timed' | 'streamed' | 'unmeasured'
/** Every method of a port: the compiler refuses a port with a method that its table lacks. */
type Measures<P> = Readonly<Record<MethodOf<P>, Measure>>

export const catalogueCalls: Measures<App['catalogue']> = {
  search: 'timed',
  find: 'timed',
  findRecords: 'timed',
  counts: 'timed',
  lookup: 'timed',
  hiddenNumbers: 'timed',
  known: 'timed',
  documents: 'timed',
  fetch: 'streamed',
  suggest: 'timed',
  spellings: 'timed',
  terms: 'timed',
  wordsLike: 'timed',
  write: 'timed',
  remove: 'timed',
  ids: 'streamed',
  everyRecord: 'streamed',
  changes: 'timed',
  changesOf: 'timed',
  // In memory.
  variants: 'unmeasured',
  // Every look at the metrics calls it.
  stats: 'unmeasured',
  close: 'unmeasured',
}
export const headingCalls: Measures<App['headings']> = {
  search: 'timed',
  heading: 'timed',
  named: 'timed',
  letters: 'timed',
  index: 'timed',
  topTerms: 'timed',
  narrowerTerms: 'timed',
  write: 'timed',
  remove: 'timed',
  state: 'timed',
  // Every look at the metrics calls it.
  stats: 'unmeasured',
  close: 'unmeasured',
}
export const fileCalls: Measures<App['files']> = {
  put: 'timed',
  get: 'timed',
  size: 'timed',
  remove: 'timed',
  list: 'streamed',
}
const mailOutcome = mapOf<string>({ ok: 'sent', refused: 'refused' })

type Port<P> = Watch & {
  backend: string
  kind: string
  calls: Measures<P>
  done?: (outcome: string, answer: unknown) => void
}

export function watchPort<P extends object>(port: P, { metrics, traces, backend, kind, calls, done }: Port<P>): P {
  const measures = mapOf<Measure>(calls)
  const note = (call: string, startedAt: number, outcome: string, answer?: unknown) => {
    metrics.backends.observe({ backend, kind, call, outcome }, (performance.now() - startedAt) / 1000)
    done?.(outcome, answer)
  }
  const about = { 'backend.kind': kind }
  const timed = (call: string, work: () => Promise<unknown>) => async () => {
    const startedAt = performance.now()
    try {
      const answer = await work()
      note(call, startedAt, 'ok', answer)
      return answer
    } catch (error) {
      note(call, startedAt, outcomeOf(error))
      throw error
    }
  }
  async function* read(call: string, pieces: AsyncIterable<unknown>) {
    const startedAt = performance.now()
    let failure: unknown
    try {
      yield* pieces
    } catch (error) {
      failure = error
      throw error
    } finally {
      note(call, startedAt, failure === undefined ? 'ok' : outcomeOf(failure))
      traces.tell(`${backend} ${call}`, about, performance.now() - startedAt, failure)
    }
  }
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function' || typeof name !== 'string') return member
      const measure = measures.get(name)
      if (measure === 'streamed') return (...given: unknown[]) => read(name, member.apply(target, given))
      if (measure !== 'timed') return member.bind(target)
      return (...given: unknown[]) => {
        const work = timed(name, () => member.apply(target, given))
        return traces === noTraces ? work() : traces.span(`${backend} ${name}`, about, work)
      }
    },
  })
}

/** An error's label in metrics. */
export function outcomeOf(error: unknown): 'refused' | 'away' | 'abandoned' | 'failed' {
  if (error instanceof MailRefused) return 'refused'
  if (isAway(error)) return 'away'
  if (error instanceof Problem) return error.status < 500 ? 'refused' : 'failed'
  return (error as Error | undefined)?.name === 'AbortError' ? 'abandoned' : 'failed'
}
