import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [member: string]: unknown }

/** Members of an endpoint that only the server and the API description read. */
const serverOnly = new Set(['who', 'forKeys', 'freshProof', 'withoutFactor', 'summary', 'input', 'reply'])
const verbs = new Set(['get', 'post', 'patch', 'del', 'getOrPost'])

/** Removes from the contracts what the schema library's replacement would only pass through (see decision 6). */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    transform(code, id) {
      if (!/\/(features|platform)\/.*\/contract\.ts$/.test(id)) return
      const program = this.parse(code) as unknown as Node & { body: Node[] }
      return { code: slimContract(code, program.body), map: null }
    },
  }
}

export function slimContract(code: string, body: Node[]): string {
  const cuts: { start: number; end: number; by: string }[] = []
  const schemas = new Set(['z'])
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, callee, arguments: given } = node as Node & { callee?: Node; arguments?: Node[] }
    if (type === 'CallExpression' && callee?.type === 'Identifier' && verbs.has(callee.name as string))
      for (const { start, end, key } of (given?.[1]?.properties ?? []) as (Node & { key?: Node })[])
        if (serverOnly.has(key?.name as string)) cuts.push({ start, end: code[end] === ',' ? end + 1 : end, by: '' })
    for (const each of Object.values(node)) walk(each)
  }
  for (const statement of body) {
    const declaration = ((statement.declaration as Node | null) ?? statement) as Node & { declarations?: Node[] }
    for (const { id, init } of (declaration.declarations ?? []) as unknown as { id: Node; init: Node | null }[])
      if (init && schemas.has(rootOf(init))) {
        schemas.add(id.name as string)
        if (init.type === 'CallExpression') cuts.push({ start: init.start, end: init.end, by: 'z' })
      } else walk(init)
  }
  return cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code)
}

/** `z` in `z.object({}).partial()`. */
function rootOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  const inner = (node.callee ?? node.object) as Node | undefined
  return inner ? rootOf(inner) : ''
}
