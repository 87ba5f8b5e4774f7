import { deepestHit } from '#features/catalogue/rules.ts'
import { bib1Uses } from '../../query/server/access-points.ts'
import {
  oidBytes,
  writeBoolean,
  writeBytes,
  writeInteger,
  writeOid,
  writeParts,
  writePlainInteger,
  writeSequence,
  writeText,
} from './ber.ts'
import { bib1Diagnostics, explainSyntax, syntaxes } from './responses.ts'
import { maxResultSets } from './result-sets.ts'
import { bib1Attributes, supportedAttributes } from './rpn-clause.ts'

/** The database that describes this server to clients (ISO 23950, 3.2.10). */
export const explainDatabase = 'IR-Explain-1'
export const exp1Attributes = '1.2.840.10003.3.2'

/** `database`: the one that it describes, if it describes one. `record`: an Explain-Record in BER. */
export type ExplainRecord = { category: string; database?: string; record: Buffer }

export function explainRecords(database: string): ExplainRecord[] {
  const described: ExplainRecord[] = [
    { category: 'TargetInfo', record: targetInfo() },
    {
      category: 'DatabaseInfo',
      database,
      record: databaseInfo(database, 'Bibliographic records for school libraries'),
    },
    {
      category: 'DatabaseInfo',
      database: explainDatabase,
      record: databaseInfo(explainDatabase, 'What this server can do'),
    },
    { category: 'AttributeDetails', database, record: attributeDetails(database) },
  ]
  const categories = ['CategoryList', ...new Set(described.map(({ category }) => category))]
  const list = categories.map((category) => writeSequence(writeText(1, category)))
  return [{ category: 'CategoryList', record: writeParts(100, writeParts(1, ...list)) }, ...described]
}

const targetInfo = () =>
  writeParts(
    0,
    writeText(1, 'School catalogue portal'),
    writeBoolean(4, true),
    writeBoolean(5, false),
    writeInteger(6, maxResultSets),
    writeInteger(7, deepestHit),
    writeParts(19, ...accessInfo([...Object.values(syntaxes), explainSyntax], [bib1Attributes, exp1Attributes])),
  )

function databaseInfo(name: string, title: string): Buffer {
  const isExplain = name === explainDatabase
  const access = isExplain
    ? accessInfo([explainSyntax], [exp1Attributes])
    : accessInfo(Object.values(syntaxes), [bib1Attributes])
  return writeParts(
    1,
    writeText(1, name),
    isExplain ? writeBytes(2, Buffer.alloc(0)) : undefined,
    writeBoolean(5, false),
    writeBoolean(6, true),
    writeParts(7, writeSequence(writeText(1, title))),
    writeParts(29, ...access),
  )
}

/** And, or and and-not; result sets as operands; element sets F and B. */
const accessInfo = (recordSyntaxes: string[], attributeSets: string[]): Buffer[] => [
  writeParts(
    0,
    writeParts(1, writeParts(0, ...[0, 1, 2].map(writePlainInteger)), writeBoolean(1, true), writeBoolean(2, false)),
  ),
  writeParts(1, writeOid(bib1Diagnostics)),
  writeParts(2, ...attributeSets.map(writeOid)),
  writeParts(4, ...recordSyntaxes.map(writeOid)),
  writeParts(10, ...['F', 'B'].map((name) => writeText(103, name))),
  writeParts(11),
]

function attributeDetails(database: string): Buffer {
  const numeric = (value: number) => writeParts(0, writeInteger(2, value))
  const byType = Object.entries({ 1: { values: [...bib1Uses.keys()], ifAbsent: 1016 }, ...supportedAttributes })
  const types = byType.map(([type, { values, ifAbsent }]) =>
    writeSequence(
      writeInteger(0, Number(type)),
      writeParts(1, numeric(ifAbsent)),
      writeParts(2, ...values.map((value) => writeSequence(numeric(value)))),
    ),
  )
  const bySet = writeSequence(writeBytes(0, oidBytes(bib1Attributes)), writeParts(1, ...types))
  return writeParts(8, writeText(1, database), writeParts(2, bySet))
}
