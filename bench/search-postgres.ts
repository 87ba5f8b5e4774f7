import pg from 'pg'
import { searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { startPostgres } from '../scale/services/postgres.ts'
import { residentMiB, type SearchEngine, type Sizes } from './search-engine.ts'
import { isbnsOf, type Question } from './search-queries.ts'
import { marcRecord, readTitles, type TitleRow } from './search-records.ts'

const letters = ['A', 'B', 'B', 'C', 'C', 'D'] as const
const fields = ['title', 'author', 'series', 'subject', 'genre', 'notes'] as const

/** A private server, tuned like a small one. Undefined if PostgreSQL is not installed. */
export async function startPostgresEngine({ records }: Sizes): Promise<SearchEngine | undefined> {
  const server = await startPostgres({
    shared_buffers: '1GB',
    work_mem: '64MB',
    maintenance_work_mem: '512MB',
    effective_cache_size: '8GB',
    max_wal_size: '8GB',
    jit: 'off',
  })
  if (!server) return undefined
  const pool = new pg.Pool({ connectionString: server.url, max: 32 })
  pool.on('error', () => {})
  const loadSeconds = await loadPostgres(pool, readTitles(), records)
  const size = await pool.query('select pg_database_size(current_database()) / 1048576 as mib')
  return {
    name: 'PostgreSQL',
    loadSeconds,
    ask: async (question) => Number((await pool.query(statementOf(question))).rows[0].total),
    lookup: async (round) => (await pool.query(lookup, [isbnsOf(round, records)])).rows.length,
    diskMiB: Number(size.rows[0].mib),
    memoryMiB: () => residentMiB([server.pid()]),
    close: async () => {
      await pool.end()
      await server.stop()
    },
  }
}

/** The same records with the same words and weights. Returns the seconds from the first row to the last index. */
async function loadPostgres(client: pg.Pool, titles: readonly TitleRow[], records: number): Promise<number> {
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
  // Ranking needs the words, but carrying them through the counts would slow those down.
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

const lookup = 'select k, array_agg(r.id) from unnest($1::text[]) k join record r on r.isbn @> array[k] group by k'
