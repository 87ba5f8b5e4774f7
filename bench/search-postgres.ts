import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/server/analysis.ts'
import { toDocument } from '#marc/crosswalk.ts'
import { isbnsOf, type Question, type QuestionClass } from './search-queries.ts'
import { marcRecord, type TitleRow } from './search-records.ts'
import { type Times, timesOf } from './times.ts'

const letters = ['A', 'B', 'B', 'C', 'C', 'D'] as const
const fields = ['title', 'author', 'series', 'subject', 'genre', 'notes'] as const

function binaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** A cluster of its own on a socket in a temporary folder, tuned like a small server. Undefined where none is installed. */
export async function startPostgres(): Promise<{ client: pg.Client; stop(): Promise<void> } | undefined> {
  const bin = binaries()
  if (!bin) return undefined
  const folder = mkdtempSync('/tmp/bench-postgres-')
  // The server refuses to run as root.
  const asUser = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (asUser.uid !== undefined) execFileSync('chown', ['-R', 'postgres', folder])
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...asUser,
    cwd: folder,
    stdio: 'ignore',
  })
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    shared_buffers: '1GB',
    work_mem: '64MB',
    maintenance_work_mem: '512MB',
    effective_cache_size: '8GB',
    max_wal_size: '8GB',
    jit: 'off',
  }
  const server: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asUser, cwd: folder, stdio: 'ignore' },
  )
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      return {
        client,
        stop: async () => {
          await client.end()
          await stop()
        },
      }
    } catch (error) {
      await client.end().catch(() => {})
      if (tries === 50) {
        await stop()
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']).toString())

/** The same records with the same words and weights. Returns seconds from the first row to the last index. */
export async function loadPostgres(client: pg.Client, titles: readonly TitleRow[], records: number): Promise<number> {
  await client.query(`create table record (
    id integer primary key, document jsonb, words tsvector, isbn text[], year integer, created text,
    type text, country text, audience text[], genre text[], subjects text[], language text[])`)
  const perInsert = 1000
  let seconds = 0
  for (let from = 0; from < records; from += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, records - from) }, (_, i) => {
      const document = toDocument(marcRecord(titles, from + i))
      const texts = fields.map((field) =>
        searchFields[field]
          .text(document)
          .map((text) => analyse(text).join(' '))
          .join(' '),
      )
      return { ...document, number: from + i, texts }
    })
    const start = performance.now()
    await client.query(
      `insert into record select (r->>'number')::int, r - 'texts',
         ${letters.map((letter, i) => `setweight(to_tsvector('english', r->'texts'->>${i}), '${letter}')`).join(' || ')},
         array(select jsonb_array_elements_text(r->'isbn13')), (r->>'publicationYear')::int, r->>'voyagerCreateDate',
         r->>'scisType', r->>'placeOfPublicationMarcCountry', array(select jsonb_array_elements_text(r->'targetAudienceText')),
         array(select jsonb_array_elements_text(r->'genreScis')), array(select jsonb_array_elements_text(r->'subjects')),
         array(select jsonb_array_elements_text(r->'language'))
       from jsonb_array_elements($1::jsonb) r`,
      [JSON.stringify(rows)],
    )
    seconds += (performance.now() - start) / 1000
  }
  const start = performance.now()
  await client.query('create index on record using gin (words)')
  await client.query('create index on record using gin (isbn)')
  await client.query('create index on record (created desc)')
  await client.query('vacuum analyze record')
  return seconds + (performance.now() - start) / 1000
}

const count = (facet: string, column: string) =>
  `(select json_agg(b) from (select ${column} as key, count(*) as n from m group by 1 order by 2 desc, 1 limit 20) b) as ${facet}`
const countEach = (facet: string) =>
  `(select json_agg(b) from (select v as key, count(*) as n from m, unnest(${facet}) v group by 1 order by 2 desc, 1 limit 20) b) as ${facet}`

/** One statement for the page: 30 hits, exact total, seven facets. The matches are computed once. */
function statementOf({ words, how, filters, newestFirst }: Question): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const tests = Object.entries(filters).map(([name, value]) => `${name} @> array[${parameter(value)}]::text[]`)
  const query =
    how === 'all'
      ? undefined
      : how === 'phrase'
        ? `phraseto_tsquery('english', ${parameter(words.join(' '))})`
        : how === 'prefix'
          ? `to_tsquery('english', ${parameter([...words.slice(0, -1), `${words.at(-1)}:*`].join(' & '))})`
          : `plainto_tsquery('english', ${parameter(words.join(' '))})`
  if (query) tests.push(`words @@ ${query}`)
  const order = newestFirst || !query ? 'created desc, id' : `ts_rank('{0.1,0.4,0.5,1.0}', words, ${query}) desc, id`
  // Ranking needs the words; carrying them through the counts would slow those down.
  const text = `with m as materialized (
      select id, created, year, type, country, audience, genre, subjects, language${query && !newestFirst ? ', words' : ''}
      from record where ${tests.join(' and ')})
    select (select count(*) from m) as total,
      (select json_agg(r.document) from (select id from m order by ${order} limit 30) h join record r using (id)) as hits,
      ${count('type', 'type')}, ${count('country', 'country')}, ${countEach('audience')}, ${countEach('genre')},
      ${countEach('subjects')}, ${countEach('language')},
      (select json_build_array(count(*) filter (where year between 1600 and 2003),
        count(*) filter (where year between 2004 and 2013), count(*) filter (where year between 2014 and 2099)) from m) as year`
  return { text, values }
}

export async function measurePostgres(
  client: pg.Client,
  classes: QuestionClass[],
  records: number,
): Promise<Map<string, Times>> {
  const figures = new Map<string, Times>()
  for (const { name, questions } of classes) {
    if (name === 'stop word') continue
    // At a million records one common word takes seconds: fewer questions are asked.
    const asked = records > 300_000 ? questions.slice(0, 12) : questions
    figures.set(
      name,
      await timesOf(asked, async (question) => Number((await client.query(statementOf(question))).rows[0].total)),
    )
  }
  const rounds = Array.from({ length: 20 }, (_, i) => i)
  const lookup = 'select k, array_agg(r.id) from unnest($1::text[]) k join record r on r.isbn @> array[k] group by k'
  figures.set(
    '4,000 ISBNs',
    await timesOf(rounds, async (round) => (await client.query(lookup, [isbnsOf(round, records)])).rows.length),
  )
  return figures
}
