import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { toolsFolder } from './tools-folder.ts'

const program = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.6.7'
/** Its sources hold the whole description of its API. */
const kubernetes = 'k8s.io/kubernetes@v1.34.1'

type Schema = {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  $ref?: string
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}

/**
 * Runs kubeconform on these manifests, strictly: a field that Kubernetes does not know is an error. Fetched once by Go;
 * undefined if Go or its proxy is not available.
 */
export function kubeconform(): ((files: string[]) => { status: number; output: string }) | undefined {
  const cache = toolsFolder('kubernetes')
  const folder = join(cache, 'kubeconform-0.6.7-1.34.1')
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(`${folder}.new-`)
    try {
      fetchInto(aside)
      // Another process may have been quicker.
      if (!existsSync(folder)) renameSync(aside, folder)
    } catch {
      return undefined
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  const schemas = `${folder}/schemas/{{.ResourceKind}}{{.KindSuffix}}.json`
  return (files) => {
    try {
      const args = ['-strict', '-summary', '-schema-location', schemas, ...files]
      return { status: 0, output: execFileSync(join(folder, 'kubeconform'), args, { encoding: 'utf8' }) }
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
      return { status, output: `${stdout}${stderr}` }
    }
  }
}

function fetchInto(folder: string) {
  const go = join(folder, 'go')
  const env = { ...process.env, GOPATH: go, GOBIN: folder, GOFLAGS: '-modcacherw' }
  const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit']
  execFileSync('go', ['install', program], { env, stdio })
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', kubernetes], { env, stdio }).toString())
  const { definitions } = JSON.parse(readFileSync(join(Dir, 'api/openapi-spec/swagger.json'), 'utf8'))
  mkdirSync(join(folder, 'schemas'))
  for (const [file, schema] of schemasOf(definitions))
    writeFileSync(join(folder, 'schemas', file), JSON.stringify(schema))
  rmSync(go, { recursive: true })
}

/** A schema for each kind, under the name that kubeconform asks for: `deployment-apps-v1.json`. */
function* schemasOf(definitions: Record<string, Schema>): Generator<[file: string, schema: object]> {
  const strict = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, strictly(schema)]))
  for (const [name, schema] of Object.entries(definitions))
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
      const file = [kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-')
      yield [`${file}.json`, { $ref: `#/definitions/${name}`, definitions: usedBy(name, strict) }]
    }
}

/** The definitions that `name` leads to. */
function usedBy(name: string, definitions: Record<string, Schema>): Record<string, Schema> {
  const used: Record<string, Schema> = {}
  const add = (name: string): void => {
    if (used[name]) return
    used[name] = definitions[name]!
    for (const [, next] of JSON.stringify(used[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) add(next!)
  }
  add(name)
  return used
}

function strictly({ properties, additionalProperties, items, ...schema }: Schema): Schema {
  const numeric = schema.format === 'int-or-string' || /Quantity/.test(schema.$ref ?? '')
  if (numeric) return { type: ['string', 'number'] } as never
  return {
    ...schema,
    ...(items && { items: strictly(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strictly(each)])),
      additionalProperties: false,
    }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: strictly(additionalProperties) }),
  }
}

/** The manifests of a folder: its YAML files but those that are read by other programs. */
export const manifestsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && !['kustomization.yaml', 'adapter-rules.yaml'].includes(name))
    .map((name) => join(folder, name))
