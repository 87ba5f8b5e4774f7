import type { Article } from './article.ts'

/** Pages that the footer links to. */
export const accessibility: Article = {
  area: 'accessibility',
  title: 'Accessibility statement',
  summary: 'We aim for WCAG 2.2, level AA. Here is what we test, and what we don’t.',
  topics: [
    {
      id: 'tested',
      title: 'What we test',
      text: [
        'These tests run in a browser before each version is released.',
        [
          'The rules of axe on the screens and dialogs, in the light and the dark theme.',
          'Screens at widths of 390 and 320 pixels: nothing is cut off, and nothing scrolls sideways except tables.',
          'The main tasks without a mouse: search, collect, request, download, order and pay.',
          'Where the focus goes: into an opened dialog, back afterwards, to the errors of a form, and never behind a bar.',
          'Messages that a screen reader hears: results, errors, progress and the title of a new screen.',
        ],
      ],
    },
    {
      id: 'limits',
      title: 'Known limits',
      text: [
        [
          'The tests are automatic. No person who relies on a screen reader or another assistive technology has yet reviewed the whole portal, and no outside organisation has assessed it.',
          'The tests run in Chromium. In Firefox and WebKit (Safari’s engine), we open each screen and do the main tasks.',
          'Invoices, quotes and receipts as PDF have no tags for screen readers. The same information is on the screens under [Invoices](/invoices) and [Billing](/billing/details).',
          'Covers have no description. Each cover has its title beside it.',
          'The card page belongs to our payment provider and is not covered by this statement.',
          'Scanning with a camera needs sight. Every number can be typed or pasted instead.',
        ],
      ],
    },
    {
      id: 'tell-us',
      title: 'Tell us about a barrier',
      text: [
        'If something doesn’t work for you, [contact us](/contact). Say which page it is and what you use. We’ll help you with the task itself, too.',
      ],
    },
  ],
}

export const terms: Article = {
  area: 'terms',
  title: 'Terms of use',
  summary: 'The rules that the portal applies. Your organisation’s agreement with us decides everything else.',
  topics: [
    {
      id: 'accounts',
      title: 'Accounts',
      text: [
        'Your account is yours alone. Don’t share its password. Your organisation’s admins decide who has an account, and can close it.',
      ],
    },
    {
      id: 'records',
      title: 'Records and downloads',
      text: [
        'Anyone can search the catalogue. Downloads need a current subscription and are for your organisation’s own library system.',
        'Limits for each person and school keep the service fast for everyone. If you reach one, the message says when you can continue.',
      ],
    },
    {
      id: 'orders',
      title: 'Orders and payments',
      text: [
        'Nothing is ordered before you choose **Pay Now** or **Request Invoice**. Prices are those of the day; a quote is valid for 30 days. Card payments are made on our payment provider’s page, and we don’t see your card details.',
      ],
    },
    {
      id: 'content',
      title: 'What you send us',
      text: [
        'Items and pictures in catalogue requests are used to catalogue them. Send only pictures that you may share.',
        'The [privacy policy](/privacy) says what we keep about you.',
      ],
    },
  ],
}
