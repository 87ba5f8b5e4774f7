import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { settingsPreviewApi } from '#features/downloads/settings-preview/contract.ts'
import { SettingsPreview } from '#features/downloads/settings-preview/web/settings-preview.tsx'
import { depotsApi } from '#features/school/depots/contract.ts'
import { type Settings, type SettingsChange, settingsApi, settingsProblem } from '#features/school/settings/contract.ts'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { z3950Api } from '#features/school/z3950/contract.ts'
import { Problem } from '#kit/problem.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { MySettingsScreen } from './my-settings-screen.tsx'

const api = { ...accountApi, ...depotsApi, ...settingsApi, ...settingsPreviewApi, ...discoverApi, ...z3950Api }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}
const names = (...types: string[]) => ({ response: types.map((type) => ({ type, name: `Name of ${type}` })) })

const depot = (id: string) => ({ id, name: `Depot ${id}`, address: ['1 Quay', 'Town'], note: '' })

/** A server that stores what is saved. */
function open(fakes: Fakes = {}, saved: Partial<Settings> | null = {}) {
  let kept = saved && { ...defaultSettings, ...saved }
  const changes: SettingsChange[] = []
  return renderScreen(<MySettingsScreen Preview={SettingsPreview} />, {
    api,
    path: '/mySettings',
    fakes: {
      currentUser: () => librarian,
      customerSettings: () => {
        if (!kept) throw settingsProblem('settings_not_saved')
        return { response: kept }
      },
      updateSettings: ({ id: _, ...wanted }) => {
        kept = { ...defaultSettings, ...kept, ...wanted } as Settings
        return { response: kept }
      },
      settingsChanges: () => ({ response: changes }),
      z3950Settings: () => ({
        response: {
          enabled: true,
          userName: 'z10001',
          resetDate: null,
          resetBy: '',
          takesEffectDate: null,
          works: false,
          server: { host: 'localhost', port: 2100, tls: false, database: 'SCIS' },
          addresses: { sru: 'http://localhost:8080/sru', oai: 'http://localhost:8080/oai' },
          librarySystem: '' as const,
        },
      }),
      previewSettings: ({ bibId = '7', ...wanted }) => {
        const { downloadFileFormat: format } = kept ?? defaultSettings
        const text = (settings: { isbnFormat?: string | undefined; downloadFileFormat?: string | undefined }) =>
          `LDR ${settings.downloadFileFormat ?? format}\n020    $a ${settings.isbnFormat ?? kept?.isbnFormat}\n245    $a ${bibId}`
        return { response: { bibId, title: `Title of ${bibId}`, before: text({}), after: text(wanted) } }
      },
      localDepots: () => ({ response: [depot('north'), depot('south')] }),
      depots: () => ({ response: [depot('north')] }),
      previewRecords: () => ({ response: [{ bibId: '8', title: 'Wombats', from: 'DOWNLOADS' as const }] }),
      fileFormats: () => names('MARC_21', 'MARC_21_MARC8', 'MARC_XML', 'MODS_XML', 'CSV'),
      downloadContents: () => names('LAST_CHOSEN', 'DATA_ONLY'),
      deweyPreferences: () => names('FULL_DDC', 'ABRIDGED_DDC'),
      deweyHoldings: () => names('SCIS_DEFAULT', 'HOLDINGS_852'),
      isbnFormats: () => names('ISBN', 'ISBN_10', 'ISBN_13'),
      headingFormats: () => names('SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS'),
      duplicateHandlings: () => names('PROMPT_LIST', 'FIRST_MATCH', 'ALL_MATCHES'),
      ...fakes,
    },
  })
}

const radio = (type: string) => screen.findByRole<HTMLInputElement>('radio', { name: `Name of ${type}` })
const choose = async (type: string) => userEvent.click(await radio(type))
const saveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)

beforeEach(() => {
  sessionStorage.clear()
})
afterEach(async () => {
  cleanup()
})

test('a school’s settings are shown, each option by its name', async () => {
  open({}, { deweyPref: 'ABRIDGED_DDC', checkUnmatchedRecordsDays: 14, downloadImageAlone: true })
  expect((await radio('ABRIDGED_DDC')).checked).toBe(true)
  expect((await radio('MARC_21')).checked).toBe(true)
  expect((await radio('PROMPT_LIST')).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Covers in a separate file' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Number of days' }).value).toBe('14')
})

test('without saved settings the defaults are shown, with a note', async () => {
  open({}, null)
  expect(await screen.findByText(/These are the defaults/)).toBeTruthy()
  expect((await radio('FULL_DDC')).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Look for them again every day' }).checked).toBe(false)
  expect(screen.queryByRole('button', { name: /^Restore defaults/ })).toBeNull()
})

test('MARCXML is not offered, but shown to a school that has it', async () => {
  const first = open()
  await radio('CSV')
  expect(screen.queryByRole('radio', { name: /MARC_XML/ })).toBeNull()
  first.unmount()

  open({}, { downloadFileFormat: 'MARC_XML' })
  expect((await radio('MARC_XML')).checked).toBe(true)
  await choose('CSV')
  // Until a save it can be undone.
  await choose('MARC_XML')
  expect(await screen.findByText('No changes')).toBeTruthy()
})

test('only changed values are saved, and then nothing is left to save', async () => {
  const { calls } = open({}, { deweyPref: 'ABRIDGED_DDC' })
  expect((await saveButton()).disabled).toBe(true)
  await choose('ISBN_13')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Look for them again every day' }))
  expect(screen.getByText('2 unsaved changes')).toBeTruthy()
  await userEvent.click(await saveButton())
  expect(await screen.findByText('Your settings have been saved')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Your settings have been saved')
  expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', isbnFormat: 'ISBN_13', checkUnmatchedRecordsDays: 30 }])
  expect((await saveButton()).disabled).toBe(true)
  expect((await radio('ISBN_13')).checked).toBe(true)
  expect(sessionStorage.getItem('settings-draft')).toBeNull()
})

test('a choice that is undone is no change', async () => {
  open()
  await choose('ISBN_13')
  await choose('ISBN')
  expect(await screen.findByText('No changes')).toBeTruthy()
  expect((await saveButton()).disabled).toBe(true)
})

test.each(['0', '366', '1.5', 'ten', ''])(
  '%j is not a number of days: the field says so and nothing is sent',
  async (typed) => {
    const { calls } = open({}, { checkUnmatchedRecordsDays: 30 })
    const days = await screen.findByRole('textbox', { name: 'Number of days' })
    await userEvent.clear(days)
    if (typed) await userEvent.type(days, typed)
    await userEvent.click(await saveButton())
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(summary))
    await userEvent.click(within(summary).getByRole('link', { name: 'Enter a number of days from 1 to 365' }))
    expect(document.activeElement).toBe(days)
    expect(days.getAttribute('aria-invalid')).toBe('true')
    expect(sent(calls, 'updateSettings')).toEqual([])
  },
)

test('a pattern of file names has an example beside it; a wrong one is refused and not sent', async () => {
  const { calls } = open()
  const pattern = await screen.findByRole('textbox', { name: 'Pattern' })
  expect(screen.getByText(/^For example: scis-\d{4}-\d\d-\d\d-25-records\.mrc$/)).toBeTruthy()
  await userEvent.clear(pattern)
  await userEvent.type(pattern, 'a/{{name}')
  await userEvent.click(await saveButton())
  const summary = await screen.findByRole('alert')
  await userEvent.click(within(summary).getByRole('link', { name: /^A file name can’t contain “\/”\./ }))
  expect(document.activeElement).toBe(pattern)
  expect(sent(calls, 'updateSettings')).toEqual([])
  await userEvent.clear(pattern)
  await userEvent.type(pattern, '{{name}')
  expect(screen.getByText('For example: 25 ISBNs.mrc')).toBeTruthy()
  await userEvent.click(await saveButton())
  await waitFor(() => expect(sent(calls, 'updateSettings')).toMatchObject([{ fileNamePattern: '{name}' }]))
})

test('a failed save is reported in the specification’s words, and the choice stays', async () => {
  open({
    updateSettings: () => {
      throw new Problem('unavailable', 503, ['The database is away.'])
    },
  })
  await choose('ISBN_13')
  await userEvent.click(await saveButton())
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('Error: Unable to update settings. Please contact your administrator')
  expect(summary.textContent).toContain('The database is away.')
  expect((await radio('ISBN_13')).checked).toBe(true)
  expect(screen.getByText('One unsaved change')).toBeTruthy()
})

test('a list that fails to load says so, and the others can be used', async () => {
  let away = true
  open({
    isbnFormats: () => {
      if (away) throw new Problem('unexpected', 500, ['No.'])
      return names('ISBN', 'ISBN_10', 'ISBN_13')
    },
  })
  expect(await screen.findByText('Unable to retrieve ISBN formats. Please contact your administrator')).toBeTruthy()
  await choose('ABRIDGED_DDC')
  expect((await saveButton()).disabled).toBe(false)
  away = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await radio('ISBN_13')).checked).toBe(false)
})

test('settings that fail to load are not replaced by the defaults', async () => {
  open({
    customerSettings: () => {
      throw new Problem('unexpected', 500, ['No.'])
    },
  })
  expect(await screen.findByText('Unable to retrieve settings. Please contact your administrator')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a 403 of the settings leads to sign-in and back here; a second one does not loop', async () => {
  const gone: string[] = []
  const { location } = window
  const replace = location.replace
  location.replace = (address) => void gone.push(String(address))
  const refuse = {
    customerSettings: () => {
      throw new Problem('sign_in_required', 403, ['Please sign in.'])
    },
  }
  const first = open(refuse)
  await waitFor(() => expect(gone).toEqual(['/rest/user/login?redirect=%2FmySettings']))
  first.unmount()
  open(refuse)
  expect(await screen.findByText('Please sign in.')).toBeTruthy()
  expect(gone).toHaveLength(1)
  location.replace = replace
})

test('choices survive a reload, but are not shown to someone else', async () => {
  const first = open()
  await choose('ISBN_13')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Look for them again every day' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Number of days' }), 'x')
  first.unmount()

  const second = open()
  expect((await radio('ISBN_13')).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Number of days' }).value).toBe('30x')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await radio('ISBN')).checked).toBe(true)
  await choose('ISBN_10')
  second.unmount()

  open({ currentUser: () => ({ ...librarian, user: { ...librarian.user, id: 'u2' } }) })
  expect((await radio('ISBN')).checked).toBe(true)
})

test('the defaults of a section are selected at once, and saved only on request', async () => {
  const { calls } = open({}, { isbnFormat: 'ISBN_13', deweyPref: 'ABRIDGED_DDC', localDepot: 'north' })
  await radio('ISBN_13')
  // Sections that have their defaults, or none, offer no way back.
  expect(screen.getAllByRole('button', { name: /^Restore defaults/ }).map(({ textContent }) => textContent)).toEqual([
    'Restore defaults: Classification',
    'Restore defaults: Identifiers',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Restore defaults.*Identifiers$/ }))
  expect((await radio('ISBN')).checked).toBe(true)
  expect((await radio('ABRIDGED_DDC')).checked).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Identifiers' }))
  expect(sent(calls, 'updateSettings')).toEqual([])
  await userEvent.click(await saveButton())
  await waitFor(() => expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', isbnFormat: 'ISBN' }]))
})

test('the defaults of the identifiers include the days of unmatched ones', async () => {
  const { calls } = open({}, { checkUnmatchedRecordsDays: 14 })
  await userEvent.click(await screen.findByRole('button', { name: /^Restore defaults.*Identifiers$/ }))
  await userEvent.click(await saveButton())
  await waitFor(() => expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', checkUnmatchedRecordsDays: -1 }]))
})

test('the library system comes first, and each section has a link', async () => {
  open()
  const links = within(await screen.findByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  const headings = screen.getAllByRole('heading', { level: 2 }).filter(({ id }) => id !== 'settings-preview')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `#${id}`))
  expect(headings[0]!.textContent).toBe('Library system')
  await userEvent.click(links.at(-1)!)
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([links.at(-1)])
  const first = screen.getByRole('region', { name: 'Library system' })
  expect(await within(first).findByLabelText('Pick your library system')).toBeTruthy()
})

test('the usual depot is chosen among the available ones, with its address, and saved', async () => {
  const { calls } = open({}, { localDepot: 'gone' })
  const field = await screen.findByLabelText<HTMLSelectElement>('Usual depot')
  // The saved depot stays visible, even if it is withdrawn.
  expect(field.selectedOptions[0]!.textContent).toBe('A depot that is no longer offered')
  await userEvent.selectOptions(field, 'Depot south')
  expect(screen.getByText('1 Quay, Town')).toBeTruthy()
  await userEvent.click(await saveButton())
  await waitFor(() => expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', localDepot: 'south' }]))
})

test('leaving with changes asks first; one can stay, leave, or save and leave', async () => {
  const { calls } = open()
  await choose('ISBN_13')
  goTo('/discover')
  const leaveDialog = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await userEvent.click(within(await leaveDialog()).getByRole('button', { name: 'Stay here' }))
  expect(currentPlace().pathname).toBe('/mySettings')
  goTo('/discover')
  await userEvent.click(within(await leaveDialog()).getByRole('button', { name: 'Save and leave' }))
  await waitFor(() => expect(currentPlace().pathname).not.toBe('/mySettings'))
  expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', isbnFormat: 'ISBN_13' }])
})

test('leaving without changes does not ask', async () => {
  open()
  await radio('ISBN_13')
  goTo('/discover')
  await waitFor(() => expect(currentPlace().pathname).not.toBe('/mySettings'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the preview follows the choices: removed and added parts are also distinguished in words', async () => {
  open()
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(await within(preview).findByText(/How your files look now/)).toBeTruthy()
  await choose('ISBN_13')
  expect(await within(preview).findByText('One line of this record changes.')).toBeTruthy()
  expect(within(preview).getByRole('deletion').textContent).toBe('Removed: 020    $a ISBN')
  expect(within(preview).getByRole('insertion').textContent).toBe('Added: 020    $a ISBN_13')
  await userEvent.click(within(preview).getByRole('checkbox', { name: 'Only what changes' }))
  expect(within(preview).queryByText('245    $a 7')).toBeNull()

  await choose('CSV')
  expect(await within(preview).findByText('This format changes the whole file.')).toBeTruthy()
  expect(within(preview).queryByRole('insertion')).toBeNull()
})

test('after a save the preview shows the saved state', async () => {
  const { cache } = open()
  // As in the portal, where replies are cached for a while.
  cache.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } })
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(await within(preview).findByText('020 $a ISBN')).toBeTruthy()
  await choose('ISBN_13')
  expect(await within(preview).findByText('One line of this record changes.')).toBeTruthy()
  await userEvent.click(await saveButton())
  expect(await within(preview).findByText(/How your files look now/)).toBeTruthy()
  expect(await within(preview).findByText('020 $a ISBN_13')).toBeTruthy()
  expect(within(preview).queryByText('020 $a ISBN')).toBeNull()
})

test('another record is chosen by its title, or from the latest downloads', async () => {
  const { calls } = open({
    suggest: ({ prefix }) => ({
      response: {
        titles: [{ id: '9', title: `${prefix} and friends`, responsibility: 'Some One' }],
        authors: [],
        headings: [],
        series: [],
        record: null,
      },
    }),
  })
  const field = await screen.findByRole('combobox', { name: 'Record' })
  await waitFor(() => expect(field).toHaveProperty('value', 'Title of 7'))
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: /Wombats/ }))
  await waitFor(() => expect(field).toHaveProperty('value', 'Title of 8'))
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.type(field, 'emus')
  await screen.findByRole('option', { name: /emus and friends/ })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(field).toHaveProperty('value', 'Title of 9'))
  expect(sent(calls, 'previewSettings').at(-1)).toEqual({ id: 'c1', bibId: '9' })
})

test('an unknown record is reported, and the current one stays', async () => {
  open({ suggest: () => ({ response: { titles: [], authors: [], headings: [], series: [], record: null } }) })
  const field = await screen.findByRole('combobox', { name: 'Record' })
  await waitFor(() => expect(field).toHaveProperty('value', 'Title of 7'))
  await userEvent.type(field, 'emus')
  expect(await screen.findByText(/^No records found/)).toBeTruthy()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(field).toHaveProperty('value', 'Title of 7')
})

test('a school without a subscription sees why it has no preview, and can still save', async () => {
  open({
    previewSettings: () => {
      throw new Problem('no_subscription', 403, ['subscribe::Your subscription has ended.'])
    },
  })
  expect(await screen.findByText('Your subscription has ended.')).toBeTruthy()
  await choose('ISBN_13')
  expect((await saveButton()).disabled).toBe(false)
})

test('the latest change and its author are shown beside the title', async () => {
  open({
    settingsChanges: () => ({
      response: [
        {
          id: 'x',
          changedDate: '2026-03-12T04:05:06.000Z',
          changedBy: 'Alex Example',
          changes: [
            { setting: 'isbnFormat', from: 'ISBN', to: 'ISBN_13' },
            { setting: 'checkUnmatchedRecordsDays', from: -1, to: 30 },
          ],
        },
      ],
    }),
  })
  expect(await screen.findByText(/Changed by Alex Example on/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'All changes' }))
  const dialog = await screen.findByRole('dialog', { name: 'Settings changes' })
  await waitFor(() => expect(dialog.textContent).toContain('ISBN: Name of ISBN → Name of ISBN_13'))
  expect(dialog.textContent).toContain('Days to retry unmatched identifiers: never → 30')
})

test.each([
  ['the provider’s people', '/desk', { user: { ...librarian.user, roles: ['desk' as const] }, customer: null }],
  ['students', '/discover', { ...librarian, user: { ...librarian.user, roles: ['student' as const] } }],
])('%s see whose settings these are, and nothing is requested', async (_, way, me) => {
  const { calls } = open({ currentUser: () => me })
  expect(await screen.findByRole('heading', { level: 1, name: 'These settings are for schools' })).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe(way)
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})

test('Z39.50 is switched off and on like any other setting', async () => {
  const { calls } = open()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Allow library systems to sign in with Z39.50',
  })
  expect(box.checked).toBe(true)
  expect(await screen.findByText('z10001')).toBeTruthy()
  await userEvent.click(box)
  expect(screen.getByText('One unsaved change')).toBeTruthy()
  await userEvent.click(await saveButton())
  expect(await screen.findByText('Your settings have been saved')).toBeTruthy()
  expect(sent(calls, 'updateSettings')).toEqual([{ id: 'c1', enableZ3950: false }])
  expect(await screen.findByText('Turned off: library systems can’t sign in')).toBeTruthy()
})
