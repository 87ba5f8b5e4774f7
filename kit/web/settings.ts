/** What the server writes into the page before it is sent. */
export type PageSettings = { providerName: string; cmsUrl: string }

const fallback: PageSettings = { providerName: 'SCIS', cmsUrl: '/cms' }

function readSettings(): PageSettings {
  try {
    return { ...fallback, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') }
  } catch {
    return fallback
  }
}

export const settings = readSettings()
