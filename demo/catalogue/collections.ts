import { isFictionWork } from './classification.ts'
import { readWorks, type Work } from './work.ts'

/** `path`: the names of its categories, from the top level down. */
type SampleCollection = { path: string[]; name: string; description: string; recordIds: string[] }

type Rule = Omit<SampleCollection, 'recordIds'> & { has: (work: Work) => boolean }

const about =
  (...subjects: string[]) =>
  (work: Work) =>
    work.subjects.some((subject) => subjects.includes(subject))
const younger = ({ audience }: Work) => audience === 'LP' || audience === 'UP'
const older = ({ audience }: Work) => audience === 'LS' || audience === 'US'
const local = (prefix: string) => (work: Work) => work.dewey.startsWith(prefix)

const rules: Rule[] = [
  {
    path: ['Reading for pleasure', 'By form'],
    name: 'Picture books',
    description: 'Stories told in pictures, to read aloud and to look at together.',
    has: ({ form }) => form === 'picture',
  },
  {
    path: ['Reading for pleasure', 'By form'],
    name: 'Graphic novels and manga',
    description: 'Comics in book form for primary and secondary readers, series included.',
    has: ({ form }) => form === 'graphic',
  },
  {
    path: ['Reading for pleasure', 'By genre'],
    name: 'Dragons, wizards and quests',
    description: 'Fantasy for primary readers.',
    has: (work) => younger(work) && work.genres.includes('fa') && about('Dragons', 'Wizards', 'Quests')(work),
  },
  {
    path: ['Reading for pleasure', 'By genre'],
    name: 'Mysteries for secondary readers',
    description: 'Detectives, secrets and suspense, from the classics to this decade.',
    has: (work) => older(work) && work.genres.includes('my'),
  },
  {
    path: ['Reading for pleasure', 'By genre'],
    name: 'Funny stories',
    description: 'Humour for primary readers, also for those who read little else.',
    has: (work) => younger(work) && work.genres.includes('hu'),
  },
  {
    path: ['Australia and New Zealand', 'Stories'],
    name: 'Australian stories',
    description: 'Fiction by Australian authors for all ages.',
    has: (work) => isFictionWork(work) && local('A823')(work),
  },
  {
    path: ['Australia and New Zealand', 'Stories'],
    name: 'New Zealand stories',
    description: 'Fiction from and about Aotearoa New Zealand.',
    has: (work) => work.genres.includes('nz'),
  },
  {
    path: ['Australia and New Zealand', 'First peoples'],
    name: 'First Nations peoples of Australia',
    description: 'Histories, lives and stories of Aboriginal and Torres Strait Islander peoples.',
    has: about('Aboriginal peoples', 'Stolen generations', 'Mythology, Aboriginal'),
  },
  {
    path: ['Australia and New Zealand', 'First peoples'],
    name: 'Te ao Māori',
    description: 'Language, stories and history of the Māori, Matariki and the Treaty of Waitangi.',
    has: about('Māori', 'Mythology, Māori', 'Matariki', 'Treaty of Waitangi (1840)', 'Māori language'),
  },
  {
    path: ['Australia and New Zealand'],
    name: 'Anzac Day',
    description: 'Gallipoli and remembrance, for a display in April.',
    has: about('Anzac Day', 'Gallipoli, Battle of, 1915'),
  },
  {
    path: ['For the classroom', 'Science and environment'],
    name: 'Science and mathematics',
    description: 'Everything that Dewey has in the five hundreds.',
    has: (work) => /^5\d\d/.test(work.dewey),
  },
  {
    path: ['For the classroom', 'Science and environment'],
    name: 'Sustainability',
    description: 'Climate, conservation, pollution and endangered animals.',
    has: about('Conservation', 'Climate change', 'Endangered animals', 'Pollution', 'Environment'),
  },
  {
    path: ['For the classroom', 'History'],
    name: 'The world wars',
    description: 'Fiction and non-fiction on both wars and the Holocaust.',
    has: about('World War, 1914-1918', 'World War, 1939-1945', 'Holocaust, Jewish (1939-1945)'),
  },
  {
    path: ['For the classroom', 'English and media'],
    name: 'Shakespeare',
    description: 'The plays and the sonnets, in editions for schools.',
    has: (work) => work.names[0]?.heading === 'Shakespeare, William',
  },
  {
    path: ['For the classroom', 'English and media'],
    name: 'Films to study',
    description: 'Feature films and documentaries on disc and film.',
    has: ({ form }) => form === 'dvd' || form === 'blu-ray' || form === 'film',
  },
  {
    path: ['Free digital content', 'E-books'],
    name: 'Classics as e-books',
    description: 'Novels and plays out of copyright, free for every school to link to.',
    has: (work) => work.form === 'ebook' && work.audience === 'US',
  },
  {
    path: ['Free digital content', 'E-books'],
    name: 'Fairy tales and folklore as e-books',
    description: 'Fables, folk and fairy tales out of copyright.',
    has: (work) => work.form === 'ebook' && about('Fairy tales', 'Folklore', 'Fables')(work),
  },
  {
    path: ['Free digital content', 'E-books'],
    name: 'E-books in other languages',
    description: 'Free e-books for language classes and for families at home.',
    has: ({ form, languages }) => form === 'ebook' && languages[0] !== 'eng',
  },
  {
    path: ['Free digital content'],
    name: 'Websites',
    description: 'Online resources that teachers can rely on.',
    has: ({ form }) => form === 'online-resource',
  },
]

/** Collections of the sample catalogue, each with the records that its rule finds. */
export function sampleCollections(): SampleCollection[] {
  const works = readWorks()
  return rules.map(({ has, ...collection }) => ({ ...collection, recordIds: works.filter(has).map(({ id }) => id) }))
}
