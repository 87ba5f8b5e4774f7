import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [member: string]: unknown }

/** Members of an endpoint that only the server and the API description read. */
const serverOnly = new Set(['who', 'forKeys', 'freshProof', 'withoutFactor', 'summary', 'input', 'reply'])
const verbs = new Set(['get', 'post', 'patch', 'del', 'getOrPost'])

/** Removes the schemas from the built pages, as a compiler removes types (see decision 6). */
export function withoutSchemas(): Plugin[] {
  return [
    {
      name: 'without-schemas',
      apply: 'build',
      transform: {
        filter: { id: /contract\.ts$/ },
        handler(code) {
          const program = this.parse(code) as unknown as Node & { body: Node[] }
          return { code: cutSchemas(code, program.body), map: null }
        },
      },
    },
    {
      name: 'no-schema-library',
      apply: 'build',
      // Before Vite finds the library itself.
      enforce: 'pre',
      resolveId: {
        filter: { id: /^zod(\/|$)/ },
        handler: (_, importer) => {
          throw new Error(`The pages are built without schemas, and ${importer} needs one.`)
        },
      },
    },
  ]
}

/** Replaces each expression that makes a schema by `undefined`, and removes the library’s import. */
export function cutSchemas(code: string, body: Node[]): string {
  const cuts: { start: number; end: number; by: string }[] = []
  const schemas = new Set(body.flatMap(importedSchemas))
  const cut = ({ start, end }: Node, by: string) => cuts.push({ start, end, by })
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, callee, arguments: given } = node as Node & { callee?: Node; arguments?: Node[] }
    if (type === 'CallExpression' && schemas.has(rootOf(node as Node))) return void cut(node as Node, 'undefined')
    const isCall = type === 'CallExpression' && callee?.type === 'Identifier' && verbs.has(callee.name as string)
    const parts = isCall ? ((given?.[1]?.properties ?? []) as (Node & { key?: Node })[]) : []
    const unread = parts.filter(({ key }) => serverOnly.has(key?.name as string))
    for (const { start, end } of unread) cuts.push({ start, end: code[end] === ',' ? end + 1 : end, by: '' })
    for (const each of isCall ? parts.filter((part) => !unread.includes(part)) : Object.values(node)) walk(each)
  }
  for (const statement of body) {
    if (sourceOf(statement) === 'zod') cut(statement, '')
    const declaration = ((statement.declaration as Node | null) ?? statement) as Node & { declarations?: Node[] }
    for (const { id, init } of (declaration.declarations ?? []) as unknown as { id: Node; init: Node | null }[])
      if (init && schemas.has(rootOf(init))) schemas.add(id.name as string)
    walk(statement)
  }
  return cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code)
}

const sourceOf = (statement: Node) =>
  statement.type === 'ImportDeclaration' ? (statement.source as { value: string }).value : undefined

/** `z`, and other contracts’ schemas, whose names begin with a capital letter. */
function importedSchemas(statement: Node): string[] {
  const source = sourceOf(statement)
  const names = source ? (statement.specifiers as { local: { name: string } }[]).map(({ local }) => local.name) : []
  if (source === 'zod') return names
  return source?.endsWith('contract.ts') ? names.filter((name) => /^[A-Z]/.test(name)) : []
}

/** `z` in `z.object({}).partial()`. */
function rootOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  const inner = (node.callee ?? node.object) as Node | undefined
  return inner ? rootOf(inner) : ''
}
