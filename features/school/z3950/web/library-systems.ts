import type { LibrarySystemId } from '#features/school/z3950/contract.ts'

/** A value that a library system needs. */
export type ValueName = 'host' | 'port' | 'database' | 'userName' | 'password'

export type LibrarySystem = {
  id: Exclude<LibrarySystemId, ''>
  name: string
  /** The menus that lead to its Z39.50 settings; absent if they differ between its versions. */
  path?: string
  /** The system's own name for each value. */
  fields: Record<ValueName, string>
  /** The system's name for the record syntax, and the value. */
  syntax?: [field: string, value: string]
  /** The system's name for the character set, and the values for Unicode and MARC-8. */
  encoding?: { field: string; unicode: string; marc8: string }
  /** How to check the connection there. */
  test?: string
  /** How to load a file that was downloaded here. */
  importing?: string
  /** It imports records in Unicode. */
  readsUnicode?: true
}

const usualSyntax: [string, string] = ['Record syntax', 'USMARC (MARC 21)']
const usualEncoding = { field: 'Character set', unicode: 'UTF-8', marc8: 'MARC-8' }
const usual: Record<ValueName, string> = {
  host: 'Host',
  port: 'Port',
  database: 'Database',
  userName: 'Username',
  password: 'Password',
}

/** Field names and menus as in each vendor’s manual; `docs/connect.md` has the same. */
export const librarySystems: LibrarySystem[] = [
  { id: 'accessit', name: 'Accessit', fields: usual, syntax: usualSyntax, encoding: usualEncoding },
  {
    id: 'destiny',
    name: 'Destiny',
    path: 'Catalog › Add Title › Z-Sources › Add Z-Source',
    fields: {
      host: 'Domain Name or IP Address',
      port: 'Port Number',
      database: 'Database Name',
      userName: 'Username',
      password: 'Password',
    },
    test: 'Press Test, then Save.',
    importing: 'Catalog › Import Titles',
    readsUnicode: true,
  },
  {
    id: 'koha',
    name: 'Koha',
    path: 'Administration › Z39.50/SRU servers › New Z39.50 server',
    fields: { host: 'Hostname', port: 'Port', database: 'Database', userName: 'Userid', password: 'Password' },
    syntax: ['Syntax', 'MARC21/USMARC'],
    encoding: { field: 'Encoding', unicode: 'utf8', marc8: 'MARC-8' },
    importing: 'Cataloging › Stage records for import',
    readsUnicode: true,
  },
  { id: 'libero', name: 'Libero', fields: usual, syntax: usualSyntax, encoding: usualEncoding },
  { id: 'oliver', name: 'Oliver', fields: usual, syntax: usualSyntax, encoding: usualEncoding },
  {
    id: 'other',
    name: 'Another library system',
    fields: usual,
    syntax: ['Record syntax', 'USMARC (MARC 21), XML (MARCXML) or SUTRS'],
    encoding: usualEncoding,
  },
]

/** For a school that has not chosen one: the usual names. */
export const systemOf = (id: LibrarySystemId): LibrarySystem =>
  librarySystems.find((each) => each.id === id) ?? librarySystems.at(-1)!
