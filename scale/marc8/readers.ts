import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readRecords } from '#marc/read-records.ts'
import type { MarcField } from '#marc/record.ts'
import { classPath, jdks } from '../services/java.ts'
import { pythonWith } from '../services/python.ts'

/** A program's reading of a file in ISO 2709 and MARC-8: the fields of each record, in Unicode. */
export type Reader = {
  name: 'yaz' | 'pymarc' | 'marc4j'
  read(file: string): Promise<MarcField[][]>
  /** Reads a damaged file of any charset as tolerantly as possible: `undefined` for records it cannot read. */
  readDamaged(file: string): Promise<(MarcField[] | undefined)[]>
}

const most = { maxBuffer: 2 ** 30, encoding: 'utf8' } as const
const beside = (name: string) => join(import.meta.dirname, name)

/** Index Data's YAZ, pymarc and marc4j, if available on this machine. Downloads those from registries. */
export function otherReaders(): Reader[] {
  return [yaz(), pymarc(), marc4j()].filter((reader) => reader !== undefined)
}

function yaz(): Reader | undefined {
  if (spawnSync('yaz-marcdump', ['-V']).error) return undefined
  return {
    name: 'yaz',
    async read(file) {
      const options = ['-i', 'marc', '-f', 'marc-8', '-t', 'utf-8', '-o', 'marcxml', file]
      const records: MarcField[][] = []
      for await (const item of readRecords([execFileSync('yaz-marcdump', options, { maxBuffer: most.maxBuffer })])) {
        if ('error' in item) throw item.error
        records.push(item.record.fields)
      }
      return records
    },
    async readDamaged(file) {
      const { stdout } = spawnSync('yaz-marcdump', ['-i', 'marc', '-o', 'marcxml', file], { maxBuffer: most.maxBuffer })
      const records: (MarcField[] | undefined)[] = []
      for await (const item of readRecords([stdout])) records.push('error' in item ? undefined : item.record.fields)
      return records
    },
  }
}

function pymarc(): Reader | undefined {
  const python = pythonWith('pymarc==5.4.0')
  if (!python) return undefined
  const quiet = { ...most, stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'] }
  return {
    name: 'pymarc',
    read: async (file) => fromLines(execFileSync(python, [beside('pymarc-lines.py'), file], quiet)) as MarcField[][],
    // Records read before a failure count.
    readDamaged: async (file) =>
      fromLines(spawnSync(python, [beside('pymarc-lines.py'), file, 'permissive'], most).stdout),
  }
}

function marc4j(): Reader | undefined {
  const [newest] = jdks()
  const jars = newest && newest.major >= 11 ? classPath('org.marc4j:marc4j:2.9.6') : undefined
  if (!newest || !jars) return undefined
  return {
    name: 'marc4j',
    read: async (file) =>
      fromLines(execFileSync(newest.java, ['-cp', jars, beside('Marc4jLines.java'), file], most)) as MarcField[][],
    readDamaged: async (file) =>
      fromLines(spawnSync(newest.java, ['-cp', jars, beside('Marc4jLines.java'), file, 'permissive'], most).stdout),
  }
}

/** The lines that Marc4jLines.java describes. */
function fromLines(text: string): (MarcField[] | undefined)[] {
  const records: (MarcField[] | undefined)[] = [[]]
  for (const line of text.split('\n')) {
    const [tag = '', indicators = '', ...cells] = line.split('\t')
    if (line === '') records.push([])
    else if (line === '!') records[records.length - 1] = undefined
    else if (indicators === '') records.at(-1)!.push({ tag, value: unescaped(cells.at(-1) ?? '') })
    else {
      const subfields: { code: string; value: string }[] = []
      for (let at = 0; at < cells.length; at += 2)
        subfields.push({ code: cells[at]!, value: unescaped(cells[at + 1] ?? '') })
      records.at(-1)!.push({ tag, ind1: indicators.charAt(0), ind2: indicators.charAt(1), subfields })
    }
  }
  return records.filter((fields) => fields === undefined || fields.length > 0)
}

const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
const unescaped = (text: string) => text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
