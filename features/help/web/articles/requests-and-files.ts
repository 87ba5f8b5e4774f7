import type { Article } from './article.ts'

export const downloads: Article = {
  area: 'downloads',
  title: 'Request and download records',
  summary: 'From the ISBNs of new books to a file for your library system.',
  topics: [
    {
      id: 'quick-request',
      title: 'Scan or paste identifiers',
      text: [
        'Open [Quick request](/) and scan, paste or type up to 4,000 ISBNs, ISSNs, barcodes or record numbers: one per line, or separated by spaces or commas. Each is checked as it arrives, so you can fix a mistyped number before you submit.',
        'You can also drop a CSV, Excel or OpenDocument file onto the page. The first column is used. On a phone, choose **Scan with the camera**.',
        'If you don’t have the number, search by title: **Don’t have the ISBN? Search by title**.',
      ],
    },
    {
      id: 'offline',
      title: 'Scan without a network',
      text: [
        'If [Quick request](/) is open when the network fails, keep scanning and choose **Save to send later**. The codes stay on this device, even if you close the browser, and are sent when you are online again. Until then you can edit or delete them there.',
        'If you open the portal without a network, you can save codes there too. The page says whose account will send them: on a shared device, make sure it’s yours.',
        'Signing out deletes your saved codes. We’ll ask you first.',
        'To open the portal from your home screen, choose to install it, or to add it to the home screen, in your browser’s menu.',
      ],
    },
    {
      id: 'states',
      title: 'While your file is being made',
      text: [
        'A request is processed first, usually within seconds. If it takes longer, it becomes scheduled: you can leave the page, and we email you when the file is ready. If it fails, its page says why.',
        'You can remove matched records until you download the file. After that, you can’t change the list.',
      ],
    },
    {
      id: 'unmatched',
      title: 'Why an identifier has no record',
      text: [
        'The tab **Unmatched** lists each identifier without a record, with its reason.',
        [
          '**Wrong check digit**: probably a typing error. Compare it with the book.',
          '**Number cut short by a spreadsheet**: the spreadsheet has rounded the number. Format the column as text and export it again.',
          '**Not in the catalogue**: search by title, or choose **Request cataloguing**.',
          '**Several records, none chosen**: choose the record that matches your copy.',
          '**Print ISBN in an e-book record** and similar: a record has this number only as a cancelled or invalid one. Decide whether to use it.',
        ],
        'We can look for them again every day: turn this on in [Settings](/mySettings). New matches become a new request, and we email you.',
      ],
    },
    {
      id: 'my-downloads',
      title: 'Find a file again',
      text: [
        '[My downloads](/myDownloads) lists all your school’s requests. Search it by a name, an identifier or a record number. Select several rows to download their files together as one ZIP.',
        'Hide rows you no longer need; your colleagues still see them.',
        '[Changed since you downloaded them](/myDownloads/changed) lists records we’ve corrected since, and can make one file of them all.',
      ],
    },
    {
      id: 'lists',
      title: 'Request many records at once',
      text: [
        '[Digital content](/digitalContent) finds digital records by the date they were catalogued. Choose up to 92 days; the default is the last 90.',
        '[Collections](/collections) are sets of records we’ve put together for you. [Authority files](/authorities) have the headings for your library system; whether you can download them depends on your subscription.',
      ],
    },
    {
      id: 'formats',
      title: 'Choose formats and covers',
      text: [
        'Your school’s file format, Dewey numbers, ISBNs and subject headings are in [Settings](/mySettings). Start with **Library system**: it suggests the rest.',
        'When you download from results or a folder, you choose records, covers or both. Your choice is remembered.',
      ],
    },
    {
      id: 'limits',
      title: 'If a download is refused',
      text: [
        'Downloads need a current subscription: [Subscriptions](/subscriptions) shows when yours ends. Students can search but not download.',
        'There are also hourly limits for each person and each school. The message says when you can continue.',
      ],
    },
  ],
}

export const requests: Article = {
  area: 'requests',
  title: 'Request cataloguing',
  summary: 'Ask us to catalogue items that aren’t in the catalogue.',
  topics: [
    {
      id: 'new',
      title: 'Make a request',
      text: [
        'Open [New request](/CreateCatalogueRequest) and choose **Add an item**. A scanned number fills in what we know. If the catalogue has the item, or your school has requested it, the page says so.',
        'Unmatched identifiers of a download request can become items: select them and choose **Request cataloguing**.',
        '**Save as draft** keeps the request for your colleagues too. **Proceed to submit** sends it to us. After that you can’t change it, but you can message us about it.',
      ],
    },
    {
      id: 'items',
      title: 'What we need to know',
      text: [
        [
          'A book that you don’t post needs its year of publication and its publisher.',
          'An online resource needs its address, starting with ftp, http or https.',
          'An item that you post needs only a title, a number or a note. Reader sets, DVDs, CDs, music scores and other physical items are always posted.',
        ],
        'Add up to 5 pictures of each item, 5 MB each: title page, its back, and cover. We check every picture for viruses.',
      ],
    },
    {
      id: 'posting',
      title: 'Post items to a depot',
      text: [
        'When you submit physical items, choose a depot. Then print the postage slip: cut off the label for the parcel, and enclose the list. Its codes tell us what has arrived.',
        'Your usual depot is in [Settings](/mySettings).',
      ],
    },
    {
      id: 'progress',
      title: 'Follow a request',
      text: [
        '[My requests](/myCatalogueRequests) lists all your school’s requests with their status. A request’s page shows its activity and your messages to us. We email you when an item is catalogued or declined.',
        'Each request has a number such as `CR1000249`. Give it when you contact us.',
      ],
    },
  ],
}
