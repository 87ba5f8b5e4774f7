import { npmWith } from '../services/npm.ts'
import { pythonWith } from '../services/python.ts'

/** Programs that others check and read web pages with; undefined if npm's registry is not available. */
export const webCheckers = () =>
  npmWith(
    ...['html-validate@11.21.1', 'jsonld@9.0.0', 'schema-dts@2.1.0', 'typescript@5.9.3'],
    ...['sitemap@9.0.1', 'standardwebhooks@1.1.1'],
  )

/** A Python with readers of Atom, COinS and Standard Webhooks; undefined if it is not available. */
export const webReaders = () => pythonWith('feedparser==6.0.14', 'coins-parser==2.0.0', 'standardwebhooks==1.1.0')
