import type { App } from '#app/app.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { line, xmlText } from '#marc/marcxml/xml-text.ts'

type Settings = Pick<App['env'], 'publicUrl' | 'providerName' | 'supportEmail'>

/** OpenSearch 1.1, draft 6: browsers add the catalogue to their search bar. A short name has at most 16 characters. */
export const openSearchXml = ({ publicUrl, providerName, supportEmail }: Settings): string => {
  const url = (rel: string, type: string, template: string) =>
    `<Url rel="${rel}" type="${type}" template="${xmlText(publicUrl + template)}"/>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
${line('ShortName', [...`${providerName} catalogue`].slice(0, 16).join('').trim())}${line('Description', `Search the ${providerName} catalogue for titles, authors, subjects and ISBNs`)}${line('LongName', [...`${providerName} catalogue for school libraries`].slice(0, 48).join('').trim())}<Image width="32" height="32" type="image/svg+xml">${xmlText(publicUrl)}/icon.svg</Image>
${url('results', 'text/html', '/discover/results/?query={searchTerms}')}${url('suggestions', 'application/x-suggestions+json', '/opensearch/suggestions?query={searchTerms}')}${url('self', 'application/opensearchdescription+xml', '/opensearch.xml')}${line('Contact', supportEmail)}${line('Language', 'en')}${line('InputEncoding', 'UTF-8')}${line('OutputEncoding', 'UTF-8')}</OpenSearchDescription>
`
}

/** Titles that a typed beginning may mean, as browsers ask for them: the text, and its completions. */
export async function suggestionsFor(
  catalogue: Pick<CataloguePort, 'suggest'>,
  query: string,
  signal: AbortSignal,
): Promise<[string, string[]]> {
  const titles = query.trim() === '' ? [] : await catalogue.suggest(query, signal)
  return [query, [...new Set(titles.map(({ title }) => title))].slice(0, 8)]
}

/**
 * Robots Exclusion Protocol (RFC 9309): pages of records, what they are drawn with, and feeds. Nothing else is for
 * crawlers. Readers of the older rule take the first line that fits, so the general one is last.
 */
export const robotsTxt = ({ publicUrl, searchEngines }: { publicUrl: string; searchEngines: boolean }): string =>
  searchEngines
    ? `User-agent: *
Allow: /$
Allow: /record/
Allow: /covers/
Allow: /sign-in/
Allow: /icon.svg
Allow: /sitemap.xml
Allow: /sitemaps/
Allow: /feeds/
Allow: /opensearch.xml
Disallow: /

Sitemap: ${publicUrl}/sitemap.xml
`
    : 'User-agent: *\nDisallow: /\n'
