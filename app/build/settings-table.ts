import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../settings.ts'

const document = join(import.meta.dirname, '../../docs/operations.md')
const [begin, end] = ['<!-- settings: npm run docs:settings -->', '<!-- end of the settings -->']

/** Every variable of env.ts, with its description and default. */
export function settingsTable(): string {
  const rows = settings.map(({ name, about, value }) => {
    const [description = '', described = ''] = about.split(/;? default /)
    const fallback = value === undefined ? described : value === '' ? '' : `\`${value}\``
    return `| \`${name}\` | ${cell(description)} | ${cell(fallback)} |`
  })
  return ['| Variable | What it is | Default |', '|---|---|---|', ...rows].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The chapter's text with the current table. */
export function withTable(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/operations.md has lost its marks ${begin} and ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n${settingsTable()}\n\n${text.slice(to)}`
}

/** `npm run docs:settings` */
if (process.argv[1] === import.meta.filename) writeFileSync(document, withTable(readFileSync(document, 'utf8')))
