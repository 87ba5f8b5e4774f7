import type { Article } from './article.ts'

export const search: Article = {
  area: 'search',
  title: 'Search the catalogue',
  summary: 'Find records by words, numbers, subjects or shelf, and narrow the results.',
  topics: [
    {
      id: 'words',
      title: 'What you can type',
      text: [
        'The search box at the top of every page takes words, a name, an ISBN or a record number. We find records that have all your words, in any order, including other forms such as American spellings.',
        [
          '`"the magic faraway tree"` finds these words together, in this order.',
          '`title:holes` searches titles only. You can also use `author:`, `series:`, `subject:`, `genre:` and `isbn:`.',
          '`dragon -train` leaves out records with “train”.',
          '`cats OR dogs` finds either word. Write OR in capitals.',
          '`dino*` and `wom?n`: use `*` for any number of letters and `?` for one, but not at the start of a word.',
        ],
        'You can also type as you would ask: `roald dahl audiobook`, `volcanoes for year 3`, `narnia book 3`. If no record has all of your words, the portal says so and shows the closest it has, such as another spelling.',
        'The button **Search tips** in the search box shows these examples.',
      ],
    },
    {
      id: 'advanced',
      title: 'Search by field',
      text: [
        '[Advanced search](/discover/advancedSearch) has three rows of keywords. Choose a field for each, and how to combine it with the rows above: and, or, not. Enter at least one keyword.',
        'Below them you can limit the search by year, resource type, language, place of publication, genre and learning area. If you leave the last year empty, the search ends with this year.',
      ],
    },
    {
      id: 'filters',
      title: 'Narrow the results',
      text: [
        'The filters beside the [Results](/discover/results/) count the records for each value. Tick one to keep only those records. Chosen filters are listed above the results; remove them one by one, or all at once.',
        'Some filters, such as audience, genre and learning area, come with a subscription that includes them. [Subscriptions](/subscriptions) shows yours.',
        'You can page through the first 10,000 results. To see records beyond that, narrow the search.',
      ],
    },
    {
      id: 'editions',
      title: 'Several editions of a book',
      text: [
        '**Group editions** shows one row for each work and says how many editions there are. **Show every edition** lists them separately again. Files and folders always hold single records, never groups.',
      ],
    },
    {
      id: 'thesaurus',
      title: 'Find the right subject',
      text: [
        'Headings are the standard terms in the catalogue. Type your own words in the [Thesaurus](/discover/thesaurus) and it leads you to the matching heading, with its broader, narrower and related headings. From a heading you can search for its records.',
        'The [Subject headings standard](/standards) lists all subject headings from A to Z and as a tree.',
      ],
    },
    {
      id: 'saved-searches',
      title: 'Get emails about new records',
      text: [
        'Save a search from its results. We check [Saved searches](/savedSearches) daily and email you when new records match. You can rename, pause or delete them there.',
      ],
    },
    {
      id: 'shelf',
      title: 'Browse by Dewey number',
      text: [
        '[Browse by Dewey number](/discover/shelf) shows covers side by side in shelf order. Start from a number such as `599.2`, or from a record’s page.',
      ],
    },
  ],
}

export const folders: Article = {
  area: 'folders',
  title: 'Collect records in folders',
  summary: 'Gather records while you search, then save, download or share them.',
  topics: [
    {
      id: 'temporary',
      title: 'The temporary folder',
      text: [
        'Add records from any list, or from their own page. The [Temporary folder](/discover/temp/folder) is the same in all tabs, and lasts until you close the portal. Save its list, or choose “Keep this folder in my account” to continue on any device.',
        'You can use it without signing in. Your records stay in it when you sign in. To download, email or save it, sign in as library staff.',
      ],
    },
    {
      id: 'saved',
      title: 'Saved folders',
      text: [
        '**Save list** keeps the temporary folder under a name. Everyone at your school can see, change, download and delete it under [Saved folders](/savedList).',
      ],
    },
    {
      id: 'shared',
      title: 'Share a folder with other schools',
      text: [
        'In a saved folder you can make a link for other schools. People there can read the folder but not change it. You can stop sharing at any time.',
      ],
    },
  ],
}
