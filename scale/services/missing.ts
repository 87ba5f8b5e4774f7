import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { citationJs, referenceReaders } from '../citations/reference-readers.ts'
import { otherReaders } from '../marc8/readers.ts'
import { sickle } from '../oai/sickle.ts'
import { webCheckers, webReaders } from '../open-web/outside-readers.ts'
import { scim2Tester } from '../scim/scim2-tester.ts'
import { keycloakFolder } from './keycloak.ts'
import { kubeconform } from './kubeconform.ts'
import { clientTools, lintTools } from './openapi-tools.ts'
import { openSearchClassPath } from './opensearch.ts'
import { postgresBinaries } from './postgres.ts'
import { s3ClassPath } from './s3.ts'
import { schemathesis } from './schemathesis.ts'
import { canStartSmtp } from './smtp.ts'

const clamd = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']

type Service = [there: boolean, sentence: string]
const sentencesOf = (services: Service[]) => services.filter(([there]) => !there).map(([, sentence]) => sentence)

/**
 * The services of the port suites that cannot be started on this machine, a sentence each. Downloads through Maven.
 */
export const missingPorts = (): string[] =>
  sentencesOf([
    [postgresBinaries() !== undefined, 'PostgreSQL is not installed (Debian: postgresql).'],
    [openSearchClassPath() !== undefined, 'OpenSearch cannot be fetched: it needs a JDK, Maven and Maven Central.'],
    [s3ClassPath() !== undefined, 'The file store cannot be fetched: it needs a JDK 17, Maven and Maven Central.'],
  ])

/** Likewise those of all tests at scale. */
export function missingServices(): string[] {
  const readers = otherReaders().map(({ name }) => name)
  const services: Service[] = [
    [
      keycloakFolder() !== undefined,
      'Keycloak cannot be fetched: it needs a JDK 17, Maven, Maven Central and Debian’s unzip.',
    ],
    [canStartSmtp(), 'Postfix cannot be started: it needs root and Debian’s postfix.'],
    [readers.includes('yaz'), 'yaz-marcdump is not installed (Debian: yaz).'],
    [
      readers.includes('pymarc'),
      'pymarc cannot be fetched: it needs Python 3 with venv (Debian: python3-venv) and PyPI.',
    ],
    [
      schemathesis() !== undefined,
      'Schemathesis cannot be fetched: it needs Python 3 with venv (Debian: python3-venv) and PyPI.',
    ],
    [sickle() !== undefined, 'Sickle cannot be fetched: it needs Python 3 with venv (Debian: python3-venv) and PyPI.'],
    [
      scim2Tester() !== undefined,
      'scim2-tester cannot be fetched: it needs Python 3 with venv (Debian: python3-venv) and PyPI.',
    ],
    [
      lintTools() !== undefined && clientTools() !== undefined,
      'Redocly, Spectral and a generator of clients cannot be fetched: they need npm’s registry.',
    ],
    [
      webCheckers() !== undefined,
      'html-validate, jsonld, schema-dts and other checkers of pages cannot be fetched: they need npm’s registry.',
    ],
    [
      webReaders() !== undefined,
      'feedparser and other readers of pages cannot be fetched: they need Python 3 with venv (Debian: python3-venv) and PyPI.',
    ],
    [citationJs() !== undefined, 'Citation.js cannot be fetched: it needs npm’s registry.'],
    [
      referenceReaders() !== undefined,
      'rispy, bibtexparser and the schema of CSL-JSON cannot be fetched: they need Python 3 with venv (Debian: python3-venv) and PyPI.',
    ],
    [spawnSync('xmllint', ['--version']).status === 0, 'xmllint is not installed (Debian: libxml2-utils).'],
    [readers.includes('marc4j'), 'marc4j cannot be fetched: it needs a JDK, Maven and Maven Central.'],
    [kubeconform() !== undefined, 'kubeconform cannot be fetched: it needs Go and its proxy.'],
    [clamd.some((path) => existsSync(path)), 'clamd of ClamAV is not installed (Debian: clamav-daemon).'],
  ]
  return [...missingPorts(), ...sentencesOf(services)]
}
