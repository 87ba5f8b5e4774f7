import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { CsvCell } from '../../csv.ts'
import { tableFileName, tableFiles } from '../../table-files.ts'
import type { TableFormat } from '../../table-format.ts'
import { contentDisposition } from './file-name.ts'
import { tableWriter } from './table-writer.ts'

type Sent = {
  /** The file's name, without extension. */
  name: string
  /** Default: plain CSV. */
  format: TableFormat | undefined
  columns: string[]
}

const width = 24

/** Answers with a table as a file, streamed while its rows are read. */
export async function sendTable(
  reply: FastifyReply,
  { name, format = 'CSV', columns }: Sent,
  rows: AsyncIterable<CsvCell[]> | Iterable<CsvCell[]>,
): Promise<Readable> {
  const writer = await tableWriter(
    format,
    columns.map((column) => ({ name: column, width, isText: false })),
  )
  async function* written() {
    yield Buffer.from(writer.head)
    for await (const row of rows) yield Buffer.from(writer.rowOf(row))
    yield Buffer.from(writer.tail)
  }
  reply.headers({
    'content-type': tableFiles[format].mediaType,
    'content-disposition': contentDisposition(tableFileName(name, format)),
    'cache-control': 'private, no-store',
  })
  return Readable.from(writer.pack ? writer.pack(written()) : written(), { objectMode: false })
}
