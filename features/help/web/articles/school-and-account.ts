import type { Article } from './article.ts'

export const shop: Article = {
  area: 'shop',
  title: 'Subscriptions, orders and invoices',
  summary: 'Renew, order and pay.',
  topics: [
    {
      id: 'subscriptions',
      title: 'Renew a subscription',
      text: [
        '[Subscriptions](/subscriptions) has a card for each product, with its end date, number of students and current price. **Renew** puts the renewal into your cart. The new term starts when the old one ends, so you don’t pay twice.',
      ],
    },
    {
      id: 'order',
      title: 'Order by card or on invoice',
      text: [
        'Choose from [Products](/cms/products), then review your [Cart](/cms/cart). You can print a quote first; it is valid for 30 days.',
        'On the order’s page, solve the human check. Then choose **Pay Now** for the card page or **Request Invoice**. The page counts down until your cart expires. If it does, go back and start again: you have not been charged.',
      ],
    },
    {
      id: 'invoices',
      title: 'Invoices and receipts',
      text: [
        '[Invoices](/invoices) lists what is outstanding, overdue and paid, each as a PDF. [Billing](/billing/details) shows who is billed, and all card payments with their receipts.',
        'Anyone with the two numbers at the top of an invoice can pay it under [Pay an invoice by card](/payInvoice), without an account.',
      ],
    },
  ],
}

export const school: Article = {
  area: 'school',
  title: 'Your school and its settings',
  summary: 'Settings, contacts, people and your library system.',
  topics: [
    {
      id: 'settings',
      title: 'Settings of your files',
      text: [
        '[Settings](/mySettings) apply to your whole school. A preview shows a real record before and after. **Restore defaults** resets one section.',
        [
          '**Dewey number**: full numbers, or abridged ones short enough for a spine label.',
          '**Several records for one identifier**: choose each time, take the first, or take all.',
          '**Subject headings**: SCIS, ScOT or both.',
        ],
      ],
    },
    {
      id: 'contacts',
      title: 'Contacts and the PIN',
      text: [
        '[Contacts](/myContacts) are locked. Enter your school’s PIN to change them; only the primary contact can change the school’s details. If you don’t know the PIN, we can email it to the primary contact.',
        'There must be at least one contact for invoices. A new contact is a library contact unless you choose otherwise.',
      ],
    },
    {
      id: 'students',
      title: 'Students',
      text: [
        'Organisation admins add [Students](/myStudents): one by one, as a pasted list, or from a file. We email each a link to choose a password. Students can search, but not download.',
        'The email domain decides which addresses you can invite. [Class lists](/myStudents/roster) from your student system (OneRoster) show what would change before anything does.',
      ],
    },
    {
      id: 'colleagues',
      title: 'Colleagues',
      text: [
        'Invite [Colleagues](/myColleagues) with their own accounts. They see the same downloads, folders and requests. The primary contact decides who is an organisation admin.',
      ],
    },
    {
      id: 'library-system',
      title: 'Connect your library system',
      text: [
        'Library systems can search and fetch records by Z39.50 or SRU. [Settings](/mySettings) has the username and resets the password; a new password takes up to 60 minutes to take effect. Until then the old one works.',
        'The primary contact makes access keys for programs there, each with what it may do.',
      ],
    },
  ],
}

export const account: Article = {
  area: 'account',
  title: 'Your account and this portal',
  summary: 'Sign-in, passwords, keyboard and display.',
  topics: [
    {
      id: 'password',
      title: 'Passwords',
      text: [
        'A password has at least 14 characters with an upper-case letter, a lower-case letter and a digit. You can’t use one of your last 3 again. Change it in your [Profile](/myProfile).',
        'If you can’t sign in, choose **Forgot your password?** on the sign-in page. The link we email works once, for one hour. If your school uses its own sign-in service, reset the password there.',
      ],
    },
    {
      id: 'safety',
      title: 'Passkeys and devices',
      text: [
        'Add a passkey or an authenticator app in your [Profile](/myProfile). There you also see where you are signed in, and can sign out a device you don’t recognise. Sessions end after three hours without use.',
        'If your session ends while you work, sign in again in the dialog. What you typed is kept.',
      ],
    },
    {
      id: 'keyboard',
      title: 'Work by keyboard',
      text: [
        'Press `?` for the current screen’s keyboard shortcuts, or choose **Keyboard shortcuts** in the account menu, where you can also turn off single-key shortcuts. `Ctrl+K` (`⌘+K` on a Mac) goes to any screen: type part of its name, or the number of a request.',
        'In results, `J` and `K` move from record to record, `A` adds one to the folder, `D` downloads it and `O` opens it.',
      ],
    },
    {
      id: 'display',
      title: 'Colours and size',
      text: [
        'Choose a light or dark theme in the account menu, or **Match device**. The portal follows your device’s settings for contrast and motion, and works at 200 % zoom. The [accessibility statement](/accessibility) says what we tested.',
      ],
    },
  ],
}
