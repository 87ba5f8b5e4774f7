import type { Policy } from '../contract.ts'

/**
 * Every version of the policy that people have been asked about, newest first. Records name a version, so the text of one
 * that was published is never changed: a change is a new version.
 */
export const policies: [Policy, ...Policy[]] = [
  {
    version: '2026-11',
    effectiveDate: '2026-11-01',
    sections: [
      {
        heading: 'What we keep',
        paragraphs: [
          'Your name, your work e-mail address, your role at your school or organisation, and the searches, folders and downloads that you save.',
          'Of students we keep a name, an e-mail address and, where it was given, a gender, and nothing that they search for.',
        ],
      },
      {
        heading: 'What we use it for',
        paragraphs: [
          'To let you sign in, to deliver what your organisation subscribes to, to answer your questions, and to send invoices and notices about the service.',
          'We count how the service is used. The figures name nobody.',
        ],
      },
      {
        heading: 'Who sees it',
        paragraphs: [
          'Your colleagues see your name beside what you saved for your organisation. Our customer team sees it when they help you.',
          'We do not sell it. Others handle it only on our behalf, such as the company that sends our mail and the one that takes card payments.',
        ],
      },
      {
        heading: 'How long we keep it',
        paragraphs: [
          'As long as your organisation has an account with us. Invoices and the records behind them are kept for as long as tax law asks for it.',
        ],
      },
      {
        heading: 'What you can ask for',
        paragraphs: [
          'You can ask us for a copy of what we keep about you, and to correct or delete it. You can change your answers below at any time by writing to our customer team.',
        ],
      },
    ],
    consentTo:
      'May we write to you about new services, training and surveys? The service works the same whatever you answer.',
  },
]
