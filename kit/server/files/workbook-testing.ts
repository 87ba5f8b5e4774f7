import { filesIn } from './write-workbook.ts'

type Cell = { text: string; kind: 'text' | 'number' | 'date'; isTextFormat: boolean }

/** The cells of a workbook's only sheet, by column name; parsed by ECMA-376, independently of the writer. */
export function readWorkbook(bytes: Buffer): { names: string[]; rows: Record<string, Cell>[]; sheet: string } {
  const files = filesIn(bytes)
  const partOf = (name: string) => files[`xl/${name}`]!.toString('utf8')
  const shared = [...partOf('sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => plain(text!))
  const formats = new Map(
    [...partOf('styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const styles = [
    ...partOf('styles.xml')
      .split('<cellXfs')[1]!
      .matchAll(/<xf ([^>]*)>/g),
  ].map(([, attributes]) => formats.get(/numFmtId="(\d+)"/.exec(attributes!)?.[1]))
  const sheet = partOf('worksheets/sheet1.xml')
  const [names = [], ...rows] = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, content = '']) => {
      const column = columnOf(/r="([A-Z]+)/.exec(attributes!)![1]!)
      const format = styles[Number(/s="(\d+)"/.exec(attributes!)?.[1] ?? 0)]
      const type = /t="(\w+)"/.exec(attributes!)?.[1]
      const value = plain(/<(?:v|t)(?: [^>]*)?>([^<]*)</.exec(content)?.[1] ?? '')
      const kind = type ? 'text' : format?.includes('yy') ? 'date' : value === '' ? 'text' : 'number'
      return {
        column,
        kind,
        text: type === 's' ? shared[Number(value)]! : value,
        isTextFormat: format === '@',
      } as const
    }),
  )
  const nameOf = new Map(names.map(({ column, text }) => [column, text]))
  return {
    names: names.map(({ text }) => text),
    rows: rows.map((row) => Object.fromEntries(row.map(({ column, ...cell }) => [nameOf.get(column)!, cell]))),
    sheet,
  }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
