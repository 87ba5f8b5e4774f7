import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type ESTree, type Plugin, parseSync, type Rolldown, Visitor } from 'vite'
import { defaultLanguage, type Language, languages, type Messages } from '../../kit/messages.ts'

const root = join(import.meta.dirname, '../..')

/** Placeholder for a message in the built scripts, before a language's words replace it. */
const mark = /@@([\w/-]+):(\w+)@@/g
const importOfWords = /import \{[^}]*\bwords\b[^}]*\} from '([^']+\/messages\.ts)'/

type Texts = Messages<Record<string, string>>['texts']

/**
 * Builds the scripts once and writes them in every language: a visit loads the words of its language only, where they
 * are used, and no function to find them. Scripts of languages other than the first are in its folder, unless no word
 * of theirs differs. `only`: in this language alone.
 */
export function languagesOfScripts({ only }: { only?: Language } = {}): Plugin {
  const known = new Map<string, Texts>()
  const marksOf = new Map<string, Set<string>>()
  const load = async (area: string) => {
    if (!known.has(area)) known.set(area, (await import(join(root, area, 'messages.ts'))).messages.texts)
  }
  const textOf = (area: string, key: string, language: Language) => {
    const text = known.get(area)?.[language][key]
    if (text === undefined) throw new Error(`${area}/messages.ts has no message ${key}.`)
    return text
  }
  const written = (code: string, language: Language) => {
    const text = code.replace(mark, (_, area: string, key: string) => escaped(textOf(area, key, language)))
    if (/@@[\w/-]+:/.test(text)) throw new Error(`A message was changed by the build: ${text.match(/@@.{40}/)}`)
    return text
  }
  return {
    name: 'languages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: importOfWords },
      async handler(code, id) {
        const marked = markWords(code, id)
        await Promise.all([...marked.areas].map(load))
        for (const [, area, key] of [...marked.bare].flatMap((each) => [...each.matchAll(mark)]))
          if (/\{\w+\}/.test(textOf(area!, key!, defaultLanguage)))
            throw new Error(`${id}: the message ${key} has places to fill, so it is to be called where it is named.`)
        if (!only) marksOf.set(id, marked.marks)
        return { code: only ? written(marked.code, only) : marked.code, map: null }
      },
    },
    // The name of a script follows from what is in it, in all languages.
    augmentChunkHash({ moduleIds }) {
      const marks = moduleIds.flatMap((id) => [...(marksOf.get(id) ?? [])]).join('\n')
      if (marks !== '') return languages.map((each) => written(marks, each)).join('\n')
    },
    async writeBundle({ dir }, bundle) {
      if (only) return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const codes = new Map<string, string>()
      for (const { fileName } of chunks) codes.set(fileName, await readFile(join(dir!, fileName), 'utf8'))
      for (const language of languages) {
        const isOther = (name: string) =>
          written(codes.get(name)!, language) !== written(codes.get(name)!, defaultLanguage)
        const own = language === defaultLanguage ? new Set(codes.keys()) : withImporters(chunks, isOther)
        for (const name of own) {
          const path = placeOf(join(dir!, name), language)
          await mkdir(dirname(path), { recursive: true })
          const code = written(codes.get(name)!, language)
          // Scripts without words of their own are shared.
          await writeFile(path, language === defaultLanguage ? code : importingShared(code, own))
        }
      }
    },
  }
}

const placeOf = (path: string, language: Language) =>
  language === defaultLanguage ? path : join(dirname(path), language, basename(path))

/** The scripts for which it holds, and all that import one of these. */
function withImporters(chunks: readonly Rolldown.OutputChunk[], holds: (name: string) => boolean): Set<string> {
  const found = new Set(chunks.map(({ fileName }) => fileName).filter(holds))
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((each) => found.has(each))) found.add(fileName)
  }
  return found
}

const importingShared = (code: string, own: ReadonlySet<string>) =>
  code.replace(/(["'`])\.\/([\w-]+\.js)\1/g, (whole, quote: string, name: string) =>
    own.has(`assets/${name}`) ? whole : `${quote}../${name}${quote}`,
  )

/** Within any of the three kinds of quotes. */
const escaped = (text: string) => text.replace(/[\\"'`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n')

type Marked = {
  code: string
  marks: Set<string>
  /** The marks of messages that are not called. */
  bare: Set<string>
  areas: Set<string>
}

/** Puts marks where a module uses `words` of a messages.ts. */
export function markWords(code: string, id: string): Marked {
  const { program, errors } = parseSync(id, code)
  if (errors.length > 0) throw new Error(`${id}: ${errors[0]!.message}`)
  const areas = new Map<string, string>()
  const edits: { from: number; to: number; text: string }[] = []
  const marks = new Set<string>()
  const bare = new Set<string>()
  const functions = new Set<number>()
  /** The marked text of `words.key`. */
  const textOf = (node: ESTree.Expression | ESTree.Super): string | undefined => {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined
    const area = areas.get(node.object.name)
    if (!area || node.property.type !== 'Identifier') return undefined
    const text = `@@${area}:${node.property.name}@@`
    marks.add(text)
    return JSON.stringify(text)
  }
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (!source.value.endsWith('/messages.ts')) return
      const path = source.value.startsWith('#')
        ? source.value.slice(1)
        : relative(root, join(dirname(id), source.value))
      for (const each of specifiers)
        if (each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' && each.imported.name === 'words')
          areas.set(each.local.name, dirname(path))
    },
    CallExpression: ({ callee, arguments: [values] }) => {
      const text = textOf(callee)
      if (!text) return
      functions.add(callee.start)
      edits.push({ from: callee.start, to: values!.start, text: `fillWords(${text}, ` })
    },
    MemberExpression: (node) => {
      const text = textOf(node)
      if (!text || functions.has(node.start)) return
      bare.add(JSON.parse(text))
      edits.push({ from: node.start, to: node.end, text })
    },
  }).visit(program)
  const fills = functions.size > 0 ? "import { fill as fillWords } from '#kit/fill.ts'\n" : ''
  const marked = edits
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), code)
  return { code: fills + marked, marks, bare, areas: new Set(areas.values()) }
}
