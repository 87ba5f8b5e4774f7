import { expect, test } from 'vitest'
import { composeMail, type MailContent } from './mail.ts'

const content: MailContent = {
  subject: 'New records',
  heading: 'What is new',
  intro: ['Two searches have news.'],
  facts: [{ label: 'School', value: 'Hillview' }],
  sections: [
    {
      heading: 'Wombats',
      records: [
        { title: 'Diary of a wombat', detail: 'Jackie French', href: 'https://portal.example/discover/details/1' },
        { title: 'Wombat stew', detail: '' },
      ],
      link: { label: 'See all', href: 'https://portal.example/discover/results/?query=wombat&page=2' },
    },
  ],
  footnote: 'You asked for these mails.',
  providerName: 'SCIS',
}

test('both parts have the same content', () => {
  const { subject, text, html } = composeMail(content)
  expect(subject).toBe('New records')
  const parts = ['What is new', 'Two searches', 'School', 'Hillview', 'Wombats', 'Diary of a wombat', 'Jackie French']
  for (const each of [...parts, 'Wombat stew', 'See all', 'You asked', 'SCIS']) {
    expect(text).toContain(each)
    expect(html).toContain(each)
  }
  expect(text).toContain('\n  https://portal.example/discover/details/1\n')
  expect(html).toContain('href="https://portal.example/discover/results/?query=wombat&#38;page=2"')
})

test("markup, quotes and control characters in an email's content stay text", () => {
  const hostile = '<img src=x onerror="alert(1)">\0\x1b[31m\u2028\ud800\'&amp;'
  const { text, html } = composeMail({
    subject: hostile,
    heading: hostile,
    intro: [hostile],
    facts: [{ label: hostile, value: hostile }],
    records: [{ title: hostile, detail: hostile, href: `https://x.example/"><script>${hostile}` }],
    sections: [{ heading: hostile }],
    footnote: hostile,
    providerName: hostile,
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/="[^"]*onerror="/)
  for (const part of [text, html]) {
    expect([...part].filter((each) => /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028]/.test(each))).toEqual([])
    expect(part.isWellFormed()).toBe(true)
  }
})

test('a link that is not a web address has no target', () => {
  for (const href of ['javascript:alert(1)', 'data:text/html,x', ' javascript:alert(1)'])
    expect(composeMail({ ...content, link: { label: 'x', href } }).html).not.toContain(href.trim())
})

test.each([
  ['Hello\r\nBcc: spy@evil.example', 'Hello Bcc: spy@evil.example'],
  ['a\n\n\tb  c', 'a b c'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('the subject %j is one line', (subject, line) => {
  expect(composeMail({ ...content, subject }).subject).toBe(line)
})

test('an endless word breaks instead of making the mail wider than the window', () => {
  expect(composeMail(content).html).toMatch(/<body style="[^"]*overflow-wrap:anywhere/)
})
