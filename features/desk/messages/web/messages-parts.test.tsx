import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { messagesApi, type SiteMessage } from '#features/desk/messages/contract.ts'
import { billingApi, type Invoice } from '#features/shop/billing/contract.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { Problem } from '#kit/problem.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { SiteMessages, showMessages } from './messages-parts.tsx'

const api = { ...accountApi, ...messagesApi, ...billingApi, ...subscriptionsApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const person = (id: string, roles: CurrentUser['user']['roles'] = ['staff']): CurrentUser => ({
  user: { id, username: id, email: `${id}@hillview.example`, firstName: 'L', lastName: 'B', roles },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
})
const message = (id: string, messageType: SiteMessage['messageType']): SiteMessage => ({
  id,
  messageType,
  messageDesc: `Title of ${id}`,
  content: `Text of ${id}`,
  icon: 'INFO',
})
const invoice = (part: Partial<Invoice>): Invoice => ({
  id: 'i1',
  invoiceNumber: 'SCINV1',
  invoiceStatus: 'Pending',
  status: 'Pending',
  createdDate: '2020-01-01',
  dateDue: '2020-02-01',
  paidDate: null,
  subTotal: 10,
  shipping: 0,
  gst: 1,
  total: 11,
  currency: 'AUD',
  purchaseOrder: '',
  taxName: 'GST',
  taxPercent: 10,
  items: [],
  orderNumber: null,
  endedDate: null,
  endedReason: '',
  pdfUrl: '/rest/invoice/i1/pdf',
  ...part,
})
const subscription = (dueForRenewal: boolean) => ({
  id: 's1',
  subscriptionType: { name: 'SUBSCRIPTION' },
  productCode: 'SCISDATA',
  product: { name: 'Catalogue data' },
  effectiveStartDate: '2026-01-01',
  effectiveEndDate: '2999-12-31',
  enrollmentSize: null,
  createdDate: '2026-01-01',
  invoiceNumber: '',
  purchaseOrder: '',
  payorName: '',
  dueForRenewal,
  state: 'CURRENT' as const,
  inCart: false,
})
const all = [message('sub', 'SUBSCRIPTION'), message('inv', 'INVOICE'), message('news', 'GLOBAL')]

function open(
  fakes: Fakes = {},
  { me = person('u1') as CurrentUser | null, messages = all, address: path = '/' } = {},
) {
  return renderScreen(<SiteMessages />, {
    api,
    path,
    fakes: {
      currentUser: () => {
        if (!me) throw new Problem('sign_in_required', 403, ['Please sign in.'])
        return me
      },
      banner: () => ({ response: { active: false, content: '' } }),
      activeMessages: () => ({ msgData: messages }),
      listInvoices: () => ({ response: [invoice({})] }),
      listSubscriptions: () => ({ response: [subscription(true)] }),
      ...fakes,
    },
  })
}
const dialog = () => screen.findByRole('dialog')
const titles = async () =>
  within(await dialog())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const close = async () => {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
/** Resolves after the calls that could open a dialog, and after its script. */
const settled = async (calls: { name: PropertyKey }[], ...names: string[]) => {
  await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(names)))
  await act(() => vi.dynamicImportSettled())
}
const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as in the application
  document.cookie = 'reminders=; path=/; max-age=0'
  sessionStorage.clear()
}

beforeEach(forget)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('due and overdue items are shown with their facts and links to act on them', async () => {
  open()
  expect(await titles()).toEqual(['Title of sub', 'Title of inv', 'Title of news'])
  const shown = within(await dialog())
  expect(shown.getByText('Catalogue data').parentElement!.textContent).toMatch(/Catalogue dataends on .*2999/)
  expect(shown.getByText(/SCINV1 · \$11\.00/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'View your subscriptions' }).getAttribute('href')).toBe('/subscriptions')
  expect(shown.getByRole('link', { name: 'View or pay your invoices' }).getAttribute('href')).toBe(
    '/invoices?state=overdue',
  )
})

test('messages are shown once in a session, and again on request', async () => {
  open()
  await close()
  cleanup()
  const { calls } = open()
  await settled(calls, 'currentUser')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ name }) => name)).not.toContain('activeMessages')
  showMessages()
  expect(await titles()).toHaveLength(3)
})

test('they wait for a start screen, and cover no screen that a person came to for something else', async () => {
  const { calls } = open({}, { address: '/payInvoice/10001/SCINV1' })
  await settled(calls, 'currentUser')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ name }) => name)).not.toContain('activeMessages')
  cleanup()
  open()
  expect(await titles()).toHaveLength(3)
})

test('when the session’s cookie ends they are shown again', async () => {
  open()
  await close()
  cleanup()
  forget()
  open()
  expect(await titles()).toHaveLength(3)
})

test('after signing in, a person is shown their own messages, not the visitor’s', async () => {
  open({}, { me: null, messages: [message('news', 'GLOBAL')] })
  expect(await titles()).toEqual(['Title of news'])
  await close()
  cleanup()
  open()
  expect(await titles()).toEqual(['Title of sub', 'Title of inv'])
  expect((await dialog()).textContent).toContain('Reminders')
  await close()
  cleanup()
  open({}, { me: person('u2') })
  expect(await titles()).toEqual(['Title of sub', 'Title of inv'])
})

test.each([
  ['cancelled', { invoiceStatus: 'Cancelled', status: 'Cancelled' }],
  ['cancelled by one of its two names', { status: 'Cancelled' }],
  ['paid', { invoiceStatus: 'Paid', status: 'Paid' }],
  ['paid by one of its two names', { invoiceStatus: 'Paid' }],
  ['paid back', { invoiceStatus: 'Refunded', status: 'Refunded' }],
  ['not due yet', { dateDue: '2999-01-01' }],
] satisfies [string, Partial<Invoice>][])('an invoice that is %s is no reminder', async (_, part) => {
  const { calls } = open({
    listInvoices: () => ({ response: [invoice(part)] }),
    listSubscriptions: () => ({ response: [subscription(false)] }),
    activeMessages: () => ({ msgData: all.slice(0, 2) }),
  })
  await settled(calls, 'listInvoices', 'listSubscriptions')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('one overdue invoice among others is enough; a subscription that is not due makes no reminder', async () => {
  open({
    listInvoices: () => ({ response: [invoice({ id: 'a', status: 'Paid' }), invoice({ id: 'b', status: 'Overdue' })] }),
    listSubscriptions: () => ({ response: [subscription(false)] }),
  })
  expect(await titles()).toEqual(['Title of inv', 'Title of news'])
  expect(within(await dialog()).getAllByText(/SCINV1/)).toHaveLength(1)
})

test('a reminder whose data fail to load is omitted and logged, without bothering anyone', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  open({
    listInvoices: () => {
      throw new Problem('unexpected', 500, ['No.'])
    },
  })
  expect(await titles()).toEqual(['Title of sub', 'Title of news'])
  expect(logged).toHaveBeenCalledTimes(1)
})

test('messages that fail to load are logged, and shown at the next visit', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  open({
    activeMessages: () => {
      throw new Problem('unexpected', 500, ['No.'])
    },
  })
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  open()
  expect(await titles()).toHaveLength(3)
})

test('a 403 of the reminders leads to sign-in and back', async () => {
  const left: string[] = []
  vi.spyOn(window.location, 'replace').mockImplementation((address) => void left.push(String(address)))
  open({
    listInvoices: () => {
      throw new Problem('sign_in_required', 403, ['Please sign in.'])
    },
  })
  await waitFor(() => expect(left).toEqual(['/rest/user/login?redirect=%2F']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('no invoices or subscriptions are requested for students', async () => {
  const { calls } = open({}, { me: person('u3', ['student']) })
  expect(await titles()).toEqual(['Title of news'])
  expect(calls.map(({ name }) => name)).not.toContain('listInvoices')
})

test('someone who is typing is not interrupted', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.value = '978'
  field.focus()
  const { calls } = open()
  await settled(calls, 'listInvoices', 'listSubscriptions')
  expect(screen.queryByRole('dialog')).toBeNull()
  field.remove()
  expect(await titles()).toHaveLength(3)
})

test('on request, an empty list is reported', async () => {
  const { calls } = open({}, { messages: [] })
  await settled(calls, 'activeMessages')
  expect(screen.queryByRole('dialog')).toBeNull()
  showMessages()
  expect((await dialog()).textContent).toContain('You have no messages.')
})

test('a message is text, no matter what it contains; addresses in it are links', async () => {
  const content = '<b>Bold</b> javascript:alert(1)\nSee https://help.example/a?b=1. Or write to desk@provider.example!'
  open({}, { messages: [{ ...message('news', 'GLOBAL'), content }] })
  const shown = within(await dialog())
  expect(shown.getByText('<b>Bold</b> javascript:alert(1)')).toBeTruthy()
  const links = shown.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://help.example/a?b=1',
    'mailto:desk@provider.example',
  ])
  expect(links[0]!.getAttribute('rel')).toContain('noreferrer')
})

test('a dismissed banner stays hidden for this visit; a changed one is shown again', async () => {
  const of = (content: string) => ({ banner: () => ({ response: { active: true, content } }) })
  open(of('Closed today'), { messages: [] })
  const notice = await screen.findByRole('complementary', { name: 'Notice' })
  expect(notice.textContent).toContain('Closed today')
  await userEvent.click(within(notice).getByRole('button', { name: 'Hide this notice' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  const { calls } = open(of('Closed today'), { messages: [] })
  await settled(calls, 'banner')
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  open(of('Open again'), { messages: [] })
  expect((await screen.findByRole('complementary')).textContent).toContain('Open again')
})
