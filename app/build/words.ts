import { globSync, readFileSync } from 'node:fs'
import type { ESTree } from 'vite'
import { parseSync, Visitor } from 'vite'

export type Sentence = { at: string; text: string }

/** Words with a space between, or one that begins like a label: values of programs and databases do neither. */
const isProse = (text: string) =>
  /[a-z]{2}/i.test(text) && (/[a-z’]\S* \S*[a-z]/i.test(text) || /^[A-Z][a-z]/.test(text))

/** Attributes whose value no one reads. */
const unread = new Set(['className', 'href', 'id', 'key', 'name', 'rel', 'role', 'src', 'type'])

/** The strings, templates and texts of a source that people may read. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: { start: number; text: string }[] = []
  const skipped = new Set<number>()
  const skip = (node: { start: number } | null | undefined) => node && skipped.add(node.start)
  const take = (start: number, text: string) => {
    const whole = text.replaceAll(/\s+/g, ' ').trim()
    if (isProse(whole)) found.push({ start, text: whole })
  }
  /** The text of an element as it is read, `…` in the place of its values. */
  const takeChildren = ({ children }: { children: ESTree.JSXChild[] }) => {
    const texts = children.filter((child) => child.type === 'JSXText' && /\w/.test(child.value))
    if (texts.some(({ start }) => skipped.has(start)) || texts.length === 0) return
    take(texts[0]!.start, children.map(textOf).join(''))
  }
  const textOf = (child: ESTree.JSXChild): string => {
    if (child.type === 'JSXText') {
      skip(child)
      return child.value
    }
    if (child.type === 'JSXElement' || child.type === 'JSXFragment') return child.children.map(textOf).join('')
    const isText = child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal'
    return isText ? String((child.expression as ESTree.StringLiteral).value) : '…'
  }
  new Visitor({
    ImportDeclaration: ({ source: from }) => void skip(from),
    ImportExpression: ({ source: from }) => void skip(from),
    TaggedTemplateExpression: ({ quasi }) => void skip(quasi),
    TSLiteralType: ({ literal }) => void skip(literal),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && unread.has(name.name)) skip(value)
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string' && !skipped.has(start)) take(start, value)
    },
    TemplateLiteral: ({ start, quasis }) => {
      if (!skipped.has(start)) take(start, quasis.map(({ value }) => value.cooked ?? '').join('…'))
    },
    JSXElement: takeChildren,
    JSXFragment: takeChildren,
  }).visit(program)
  const lineAt = (start: number) => source.slice(0, start).split('\n').length
  return found.sort((a, b) => a.start - b.start).map(({ start, text }) => ({ at: `${file}:${lineAt(start)}`, text }))
}

const folders = ['adapters', 'app', 'cli', 'demo', 'features', 'kit', 'marc', 'operate', 'platform', 'shell', 'ui']
const isUnread = (file: string) =>
  /\.(test|spec)\.tsx?$|(^|[/-])(testing|suite)\.tsx?$|\/suite\/|\.generated\.|^app\/(test|world)\//.test(file)

/** Every sentence of screens, emails, PDFs, errors and commands. */
export function allSentences(): Sentence[] {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`).filter((file) => !isUnread(file))
  return files.sort().flatMap((file) => sentencesOf(file, readFileSync(file, 'utf8')))
}

/** `npm run words` */
if (process.argv[1] === import.meta.filename)
  process.stdout.write(
    allSentences()
      .map(({ at, text }) => `${at}: ${text}\n`)
      .join(''),
  )
